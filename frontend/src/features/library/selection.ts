import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Filters } from "@/shared/documents/filters";
import { type DocumentItem, matchingQuery } from "@/shared/documents/queries";

export interface Selection {
  ids: ReadonlySet<number>;
  /** Whether nothing that matches is left out. */
  complete: boolean;
  /** The collection that holds a selected document. */
  homeOf: (id: number) => number | undefined;
  toggle: (id: number) => void;
  /** From where the range began, else from `from`, to this one; what was chosen before the range stays so. */
  extend: (id: number, from: number | null) => void;
  /** The next range begins where the cursor is then. */
  settle: () => void;
  /** Everything that matches, also what is not loaded. */
  all: () => Promise<void>;
  clear: () => void;
}

/** The ids between two rows, both included, whatever their order; just the second when the first is gone. */
export function between(ids: readonly number[], from: number | null, to: number): number[] {
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

interface Chosen {
  /** The filters under which it was chosen: under others nothing is. */
  under: string;
  ids: ReadonlySet<number>;
  anchor: number | null;
  /** What was chosen before the range at hand began. */
  base: ReadonlySet<number>;
  /** The collections of documents that were chosen without being loaded. */
  homes: ReadonlyMap<number, number>;
}

const NONE: ReadonlySet<number> = new Set();

function nothing(under: string): Chosen {
  return { under, ids: NONE, anchor: null, base: NONE, homes: new Map() };
}

/** Those of the chosen that are still there: among the loaded, or named by the server while not all are loaded. */
export function remaining(ids: Iterable<number>, loaded: ReadonlyMap<number, number>, total: number, homes: ReadonlyMap<number, number>): Set<number> {
  const partly = loaded.size < total;
  return new Set([...ids].filter((id) => loaded.has(id) || (partly && homes.has(id))));
}

export function useSelection(items: readonly DocumentItem[], total: number, filters: Filters, q: string): Selection {
  const queries = useQueryClient();
  const under = JSON.stringify([filters, q]);
  const [kept, choose] = useState(() => nothing(under));
  return useMemo(() => {
    const chosen = kept.under === under ? kept : nothing(under);
    const loaded = new Map(items.map((item) => [item.id, item.collection.id]));
    const ids = remaining(chosen.ids, loaded, total, chosen.homes);
    return {
      ids,
      complete: ids.size > 0 && ids.size >= total,
      homeOf: (id) => loaded.get(id) ?? chosen.homes.get(id),
      toggle: (id) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        choose({ ...chosen, ids: next, anchor: id, base: next });
      },
      extend: (id, from) => {
        const anchor = chosen.anchor ?? from;
        const base = chosen.anchor === null ? ids : chosen.base;
        choose({ ...chosen, ids: new Set([...base, ...between([...loaded.keys()], anchor, id)]), anchor, base });
      },
      settle: () => {
        if (chosen.anchor !== null) choose({ ...chosen, anchor: null });
      },
      all: async () => {
        if (loaded.size >= total) {
          choose({ ...nothing(under), ids: new Set(loaded.keys()) });
          return;
        }
        const { collections } = await queries.fetchQuery(matchingQuery(filters, q));
        const homes = new Map(collections.flatMap((held) => held.document_ids.map((id) => [id, held.collection] as const)));
        choose({ ...nothing(under), ids: new Set(homes.keys()), homes });
      },
      clear: () => {
        choose(nothing(under));
      },
    };
    // `under` stands for the filters and the words.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [items, total, kept, under, queries]);
}
