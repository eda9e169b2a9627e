import { singleKeysOn } from "@/shared/lib/keys";

/** What a key asks of the list. */
export type Wish = { kind: "move"; to: number } | { kind: "select" | "open" | "delete" | "drop" };

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 };
const WISHES: Record<string, "select" | "open" | "delete" | "drop"> = {
  x: "select",
  " ": "select",
  Enter: "open",
  Delete: "delete",
  Escape: "drop",
};

export function wishOf(key: string, cursor: number, count: number, single = singleKeysOn()): Wish | null {
  if (key.length === 1 && key !== " " && !single) return null;
  if (key === "Home") return { kind: "move", to: 0 };
  if (key === "End") return { kind: "move", to: count - 1 };
  const step = STEPS[key];
  if (step !== undefined) return { kind: "move", to: Math.max(0, Math.min(count - 1, cursor + step)) };
  const wish = WISHES[key];
  return wish ? { kind: wish } : null;
}
