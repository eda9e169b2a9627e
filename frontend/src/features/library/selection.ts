import { useMemo, useState } from "react";
import type { DocumentItem } from "@/shared/documents/queries";

export interface Selection {
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  /** From the last toggled row to this one. */
  extend: (id: number) => void;
  all: () => void;
  clear: () => void;
}

/** The ids between two rows, both included, whatever their order; just the second when the first is gone. */
export function between(ids: readonly number[], from: number | null, to: number): number[] {
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

export function useSelection(items: readonly DocumentItem[]): Selection {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const [anchor, setAnchor] = useState<number | null>(null);
  return useMemo(() => {
    const shown = items.map((item) => item.id);
    const there = new Set(shown);
    const ids = new Set([...chosen].filter((id) => there.has(id)));
    return {
      ids,
      toggle: (id) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        choose(next);
        setAnchor(id);
      },
      extend: (id) => {
        choose(new Set([...ids, ...between(shown, anchor, id)]));
      },
      all: () => {
        choose(new Set(shown));
      },
      clear: () => {
        choose(new Set());
        setAnchor(null);
      },
    };
  }, [items, chosen, anchor]);
}
