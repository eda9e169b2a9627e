export function AgentsPage() {
  return <main className="flex-1 bg-sheet" />;
}
