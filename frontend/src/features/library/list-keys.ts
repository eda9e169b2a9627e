import { singleKeysOn } from "@/shared/lib/keys";

/** What a key asks of the list. */
export type Wish = { kind: "move"; to: number } | { kind: "end" | "all" | "inside" | "select" | "open" | "delete" | "drop" };

const ROWS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
const ENTRIES: Record<string, number> = { j: 1, k: -1 };
const ACROSS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
const WISHES: Record<string, "end" | "inside" | "select" | "open" | "delete" | "drop"> = {
  End: "end",
  F2: "inside",
  x: "select",
  " ": "select",
  Enter: "open",
  Delete: "delete",
  Escape: "drop",
};

interface Place {
  cursor: number;
  count: number;
  /** How many entries stand beside each other. */
  columns?: number;
  /** Whether Ctrl or Cmd is held. */
  command?: boolean;
}

function stepOf(key: string, columns: number): number | undefined {
  const rows = ROWS[key];
  if (rows !== undefined) return rows * columns;
  return ENTRIES[key] ?? (columns > 1 ? ACROSS[key] : undefined);
}

function isSingle(key: string): boolean {
  return key.length === 1 && key !== " ";
}

export function wishOf(key: string, { cursor, count, columns = 1, command = false }: Place, single = singleKeysOn()): Wish | null {
  if (command) return key.toLowerCase() === "a" ? { kind: "all" } : null;
  if (isSingle(key) && !single) return null;
  if (key === "Home") return { kind: "move", to: 0 };
  if (key === "ArrowRight" && columns === 1) return { kind: "inside" };
  const step = stepOf(key, columns);
  if (step !== undefined) return { kind: "move", to: cursor < 0 ? 0 : Math.max(0, Math.min(count - 1, cursor + step)) };
  const wish = WISHES[key];
  return wish ? { kind: wish } : null;
}
