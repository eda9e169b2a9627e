import type { ReactNode } from "react";

/** A text cut at ranges: what lies inside a range is marked. Ranges are UTF-16 offsets, in any order. */
export function cut(text: string, ranges: readonly (readonly number[])[]): { text: string; hit: boolean }[] {
  const parts: { text: string; hit: boolean }[] = [];
  let at = 0;
  const sorted = ranges.map(([start = 0, end = 0]) => [start, end] as const).sort((a, b) => a[0] - b[0]);
  for (const [start, end] of sorted) {
    const from = Math.max(at, Math.min(start, text.length));
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    if (from > at) parts.push({ text: text.slice(at, from), hit: false });
    parts.push({ text: text.slice(from, to), hit: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}

export function Marked({ text, ranges }: { text: string; ranges: readonly (readonly number[])[] }): ReactNode {
  return cut(text, ranges).map((part, index) => (part.hit ? <mark key={index}>{part.text}</mark> : part.text));
}
