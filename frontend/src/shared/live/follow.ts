import type { QueryClient } from "@tanstack/react-query";
import type { LiveConnection } from "./connection";
import type { DocumentStatus, LiveEvent } from "./messages";

/** Lists are asked again at most this often while documents change. */
const REST = 1_200;

/** Keep what the page has fetched true: ask again for what an event made stale, never for each event. */
export function followEvents(connection: LiveConnection, queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stale = new Set<string>();
  const seen = new Map<number, string>();
  const ask = (...keys: string[]) => {
    for (const key of keys) stale.add(key);
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const key of stale) void queries.invalidateQueries({ queryKey: [key] });
      stale.clear();
    }, REST);
  };
  const movedOn = (status: DocumentStatus): boolean => {
    if (seen.get(status.id) === status.state) return false;
    seen.set(status.id, status.state);
    return true;
  };
  const unwatch = connection.watch((event: LiveEvent) => {
    const moved = event.documents.filter(movedOn);
    if (moved.length > 0 || event.removed.length > 0) ask("documents", "facets", "status", "collections");
    for (const { id } of moved) {
      void queries.invalidateQueries({ queryKey: ["document", id] });
      void queries.invalidateQueries({ queryKey: ["outline", id] });
    }
    if (event.calls > 0) void queries.invalidateQueries({ queryKey: ["calls"] });
  });
  return () => {
    unwatch();
    clearTimeout(timer);
  };
}
