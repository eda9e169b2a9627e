import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentItem } from "@/shared/documents/queries";
import { useMayEditAll } from "@/shared/documents/roles";
import { isTyping } from "@/shared/lib/keys";
import { useWindowKeys } from "@/shared/lib/window-keys";
import { sentenceOf } from "@/shared/api/problem";
import { toast } from "@/shared/ui/toast";
import { DeleteDialog } from "./DeleteDialog";
import { type Wish, wishOf } from "./list-keys";
import type { Selection } from "./selection";

interface Entries {
  items: DocumentItem[];
  /** Whether there are more than are loaded, and whether they can be asked for now. */
  hasMore: boolean;
  more: boolean;
  onMore: () => void;
  selection: Selection;
  columns?: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Bring an entry into view. */
  show: (index: number) => void;
}

interface EntryKeys {
  cursor: number;
  setCursor: (index: number) => void;
  /** What the grid itself wants: its one tab stop, the row that is at hand, the keys. */
  grid: {
    "aria-activedescendant": string | undefined;
    tabIndex: 0;
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: { target: EventTarget; currentTarget: EventTarget }) => void;
  };
  question: ReactNode;
}

const CONTROLS = "a, button, input";

/** One cursor through the library: keys work on the grid, on a control inside an entry, and while nothing is focused. */
export function useEntryKeys({ items, hasMore, more, onMore, selection, columns = 1, scroller, show }: Entries): EntryKeys {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayEditAll = useMayEditAll();
  const [cursor, setCursor] = useState(-1);
  const [deleting, setDeleting] = useState<number[]>([]);
  // The way to the end leads through pages that are not loaded yet.
  const [toEnd, setToEnd] = useState<{ extend: boolean } | null>(null);

  const go = (next: number, extend: boolean) => {
    const from = items[Math.max(0, cursor)]?.id ?? null;
    setCursor(next);
    show(next);
    const moved = items[next];
    if (extend && moved) selection.extend(moved.id, from);
    else selection.settle();
  };
  const onward = useEffectEvent(() => {
    if (!toEnd) return;
    if (more) onMore();
    if (hasMore) return;
    setToEnd(null);
    go(items.length - 1, toEnd.extend);
  });
  useEffect(() => {
    const frame = requestAnimationFrame(() => { onward(); });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [toEnd, more, hasMore, items.length]);

  const wishDeletion = (item: DocumentItem | undefined) => {
    const meant = selection.ids.size > 0 ? [...selection.ids] : item ? [item.id] : [];
    if (mayEditAll(meant.map((id) => ({ collection: { id: selection.homeOf(id) ?? 0 } })))) setDeleting(meant);
    else toast(t("library.onlyRead", { count: meant.length }));
  };
  const inside = (index: number) => controlsOf(index)[0]?.focus();
  const controlsOf = (index: number) => [...(document.getElementById(`entry-${String(items[index]?.id)}`)?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  const grant = (wish: Wish, shift: boolean): void => {
    const item = items[cursor];
    setToEnd(null);
    switch (wish.kind) {
      case "move":
        go(wish.to, shift);
        break;
      case "end":
        setToEnd({ extend: shift });
        break;
      case "all":
        selection.all().catch((error: unknown) => { toast(sentenceOf(error, t)); });
        break;
      case "inside":
        inside(cursor);
        break;
      case "drop":
        selection.clear();
        break;
      case "delete":
        wishDeletion(item);
        break;
      case "select":
        if (item) selection.toggle(item.id);
        break;
      case "open":
        if (item) void navigate({ to: "/documents/$documentId", params: { documentId: String(item.id) } });
    }
  };
  const wished = (event: KeyboardEvent | globalThis.KeyboardEvent): Wish | null =>
    event.altKey ? null : wishOf(event.key, { cursor, count: items.length, columns, command: event.ctrlKey || event.metaKey });
  const press = (event: KeyboardEvent) => {
    const grid = scroller.current;
    if (!grid || !(event.target instanceof HTMLElement) || !grid.contains(event.target) || event.defaultPrevented) return;
    if (event.target !== grid && staysInside(event, event.target)) return;
    const wish = wished(event);
    if (!wish) return;
    event.preventDefault();
    if (event.target !== grid) grid.focus({ preventScroll: true });
    grant(wish, event.shiftKey);
  };
  /** On a control inside an entry: it keeps its own keys, left and right go along, Escape leads back. */
  const staysInside = (event: KeyboardEvent, control: HTMLElement): boolean => {
    if (event.key === "Enter" || event.key === " " || isTyping(control)) return true;
    if (event.key === "Escape") {
      event.preventDefault();
      scroller.current?.focus({ preventScroll: true });
      return true;
    }
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return false;
    event.preventDefault();
    const all = [...(control.closest("[data-index]")?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    const next = all.indexOf(control) + (event.key === "ArrowRight" ? 1 : -1);
    if (next < 0) scroller.current?.focus({ preventScroll: true });
    else all[next]?.focus();
    return true;
  };
  useWindowKeys((event) => {
    const target = event.target;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || !isIdle(target)) return;
    const wish = wished(event);
    if (!wish || wish.kind === "drop" || event.key === " " || (wish.kind === "open" && cursor < 0)) return;
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
    grant(wish, event.shiftKey);
  });
  const active = items[cursor];
  return {
    cursor,
    setCursor,
    grid: {
      "aria-activedescendant": active ? `entry-${String(active.id)}` : undefined,
      tabIndex: 0,
      onKeyDown: press,
      onFocus: (event) => {
        if (event.target === event.currentTarget && cursor < 0) setCursor(0);
        else if (event.target instanceof HTMLElement && event.target !== event.currentTarget) {
          const index = Number(event.target.closest("[data-index]")?.getAttribute("data-index") ?? NaN);
          if (!Number.isNaN(index) && index !== cursor) setCursor(index);
        }
      },
    },
    question: <DeleteDialog ids={deleting} onClose={() => { setDeleting([]); }} onDone={selection.clear} />,
  };
}

/** Whether a key goes to the page itself: nobody has taken the focus anywhere. */
function isIdle(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.id === "main");
}
