export function ConnectPage() {
  return <main className="flex-1 bg-sheet" />;
}
