import type { QueryClient } from "@tanstack/react-query";
import { tellReconnected } from "@/shared/lib/reconnect";
import type { LiveConnection } from "./connection";
import type { DocumentStatus, LiveEvent } from "./messages";

/** Lists are asked again after this rest while documents change, and rest longer the longer the answers take. */
const REST = 1_200;
const LONGEST_REST = 10_000;
const SHARE_OF_TIME = 5;

/** Keep what the page has fetched true: ask again for what an event made stale, never for each event. */
export function followEvents(connection: LiveConnection, queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let ended = false;
  let rest = REST;
  const stale = new Set<string>();
  const seen = new Map<number, string>();
  const ask = (...keys: string[]) => {
    for (const key of keys) stale.add(key);
    if (!asking) timer ??= setTimeout(() => void askNow(), rest);
  };
  const askNow = async () => {
    timer = undefined;
    asking = true;
    const began = performance.now();
    const asked = [...stale];
    stale.clear();
    await Promise.all(asked.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    asking = false;
    rest = Math.min(LONGEST_REST, Math.max(REST, (performance.now() - began) * SHARE_OF_TIME));
    if (stale.size > 0 && !ended) timer = setTimeout(() => void askNow(), rest);
  };
  const movedOn = (status: DocumentStatus): boolean => {
    // A quick new version begins and ends between two events: its state is what it was.
    const stage = `${status.state} ${String(status.recognising)} ${status.changed}`;
    if (seen.get(status.id) === stage) return false;
    seen.set(status.id, stage);
    return true;
  };
  const unwatch = connection.watch((event: LiveEvent, anew: boolean) => {
    const moved = event.documents.filter(movedOn);
    if (moved.length > 0 || event.removed.length > 0 || anew) ask("documents", "facets", "status", "collections");
    for (const { id } of moved) {
      void queries.invalidateQueries({ queryKey: ["document", id] });
      void queries.invalidateQueries({ queryKey: ["outline", id] });
    }
    // Whoever reads a document that is gone, or no longer theirs to see, is told so at once.
    for (const id of event.removed) void queries.invalidateQueries({ queryKey: ["document", id] });
    if (anew) void queries.invalidateQueries({ queryKey: ["document"] });
    if (event.calls > 0) void queries.invalidateQueries({ queryKey: ["calls"] });
  });
  // What failed while the server was away is asked for again when it is back.
  const unlink = connection.link.subscribe(() => {
    if (connection.link.get() !== "open") return;
    tellReconnected();
    void queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  });
  return () => {
    ended = true;
    unwatch();
    unlink();
    clearTimeout(timer);
  };
}
