export function SearchPage() {
  return <main className="flex-1 bg-sheet" />;
}
