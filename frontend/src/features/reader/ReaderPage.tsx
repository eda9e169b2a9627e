export function ReaderPage() {
  return <main className="flex-1 bg-sheet" />;
}
