/** A range of lines as it stands in an address: `L42` or `L42-65`. Pure. */
export interface LineRange {
  first: number;
  last: number;
}

export function rangeFrom(hash: string, total = Number.MAX_SAFE_INTEGER): LineRange | null {
  const match = /^#?L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(hash);
  if (!match?.[1]) return null;
  const a = Number(match[1]);
  const b = match[2] ? Number(match[2]) : a;
  const first = Math.max(1, Math.min(a, b));
  const last = Math.min(total, Math.max(a, b));
  return first <= last ? { first, last } : null;
}

/** The line that an address leads to: the first of those it selects, or a place without a selection, `at-L42`. */
export function placeFrom(hash: string): number | null {
  const place = /^#?at-L(\d{1,9})$/.exec(hash);
  return place ? Math.max(1, Number(place[1])) : (rangeFrom(hash)?.first ?? null);
}

export function placeOf(line: number): string {
  return `at-L${String(line)}`;
}

export function hashOf({ first, last }: LineRange): string {
  return first === last ? `L${String(first)}` : `L${String(first)}-${String(last)}`;
}

export function labelOf({ first, last }: LineRange): string {
  return first === last ? `L${String(first)}` : `L${String(first)}–${String(last)}`;
}

/** The range from where a selection began to where it is now. */
export function spanOf(anchor: number, to: number): LineRange {
  return { first: Math.min(anchor, to), last: Math.max(anchor, to) };
}

/** Whether a selection is at hand: from when it comes into the window until it is more than a screenful away.

Between the two it stays as it was: what is shown then takes room, which must not decide whether it is shown.
*/
export function staysNear(before: boolean, { first, last }: LineRange, window: LineRange): boolean {
  const away = Math.max(first - window.last, window.first - last);
  if (away <= 0) return true;
  return before && away <= window.last - window.first + 1;
}

/** The call an agent would make to read these lines. */
export function readCall(documentId: number, { first, last }: LineRange): string {
  return `read(doc_id=${String(documentId)}, offset=${String(first)}, limit=${String(last - first + 1)})`;
}

/** Pages as people write them: 3, 5–8. */
export function pageRanges(pages: readonly number[]): string {
  const sorted = [...new Set(pages)].sort((a, b) => a - b);
  const runs: LineRange[] = [];
  for (const page of sorted) {
    const run = runs.at(-1);
    if (run && page === run.last + 1) run.last = page;
    else runs.push({ first: page, last: page });
  }
  return runs.map(({ first, last }) => (first === last ? String(first) : `${String(first)}–${String(last)}`)).join(", ");
}
