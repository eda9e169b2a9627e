import { useRouterState } from "@tanstack/react-router";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

/** Where somebody was in the library when they went on to a document. */
interface Place {
  offset: number;
  entry: number | null;
  focused: boolean;
}

/** By the entry of the browser's history, so that only going back leads back. */
const places = new Map<string, Place>();
const MOST = 50;

function keep(key: string, place: Place): void {
  places.delete(key);
  places.set(key, place);
  const oldest = places.keys().next();
  if (places.size > MOST && !oldest.done) places.delete(oldest.value);
}

interface Kept {
  scroller: RefObject<HTMLDivElement | null>;
  items: readonly { id: number }[];
  cursor: number;
  setCursor: (index: number) => void;
}

/** How far the list was scrolled when this page of the history was left; 0 for a new one. */
export function useOffsetBefore(): number {
  const key = useHistoryKey();
  const [offset] = useState(() => places.get(key)?.offset ?? 0);
  return offset;
}

function useHistoryKey(): string {
  return useRouterState({ select: ({ location }) => (location.pathname === "/" ? (location.state.__TSR_key ?? "") : "") });
}

/** Keep the place when the list goes, and take it up again when one comes back: what was opened, and the focus. */
export function useKeptPlace({ scroller, items, cursor, setCursor }: Kept): void {
  const now = useHistoryKey();
  const key = useRef(now);
  const opened = useRef<number | null>(null);
  const latest = useRef({ items, cursor });
  useEffect(() => {
    // Once the next page is on its way the key is none, and what this one was called still counts.
    if (now) key.current = now;
    latest.current = { items, cursor };
  });
  const takeUp = useEffectEvent(() => {
    const place = places.get(key.current);
    if (!place) return;
    // The focus first: a grid that is given it begins at its first entry.
    if (place.focused) scroller.current?.focus({ preventScroll: true });
    const index = items.findIndex(({ id }) => id === place.entry);
    if (index >= 0) setCursor(index);
  });
  useEffect(() => {
    takeUp();
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const note = (event: Event) => {
      const row = (event.target as Element).closest("[data-index]");
      opened.current = row instanceof HTMLElement ? Number(row.dataset.index) : null;
    };
    const byKeys = () => {
      opened.current = null;
    };
    element.addEventListener("click", note);
    element.addEventListener("keydown", byKeys);
    return () => {
      element.removeEventListener("click", note);
      element.removeEventListener("keydown", byKeys);
      const entry = latest.current.items[opened.current ?? latest.current.cursor]?.id ?? null;
      keep(key.current, { offset: element.scrollTop, entry, focused: element.contains(document.activeElement) });
    };
  }, [scroller]);
}
