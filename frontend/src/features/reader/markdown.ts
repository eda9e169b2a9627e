/** One line of canonical text as it is set: what kind of line it is, and its inline parts. Pure.

Every part knows where it stands in the raw line, so that hits found in the raw text can be marked in it.
*/
export type LineKind =
  | { kind: "blank" }
  | { kind: "heading"; level: number; from: number }
  | { kind: "item"; depth: number; marker: string; from: number }
  | { kind: "quote"; from: number }
  | { kind: "fence" }
  | { kind: "code" }
  | { kind: "rule" }
  | { kind: "row"; header: boolean }
  | { kind: "divider" }
  | { kind: "text"; from: number };

export interface Part {
  text: string;
  /** Offset of the text in the raw line. */
  at: number;
  style: "plain" | "strong" | "em" | "code" | "link" | "note" | "part";
  href?: string;
  /** The document that a line of a container lists. */
  document?: string;
}

const FENCE = /^\s{0,3}(```|~~~)/;

export function isFence(line: string): boolean {
  return FENCE.test(line);
}

/** A line of a list, a task to be ticked off, or the text of a footnote, which hangs by its mark alike. */
function itemOf(line: string): LineKind | null {
  const item = /^(\s*)([-*+]|\d{1,4}[.)])[ \t]+/.exec(line);
  if (item?.[2]) {
    const task = /^\[([ xX])\][ \t]+/.exec(line.slice(item[0].length));
    const marker = task ? (task[1] === " " ? "☐" : "☑") : /\d/.test(item[2]) ? item[2] : "•";
    return { kind: "item", depth: Math.min(6, Math.floor((item[1] ?? "").replace(/\t/g, "    ").length / 2)), marker, from: item[0].length + (task?.[0].length ?? 0) };
  }
  const note = /^ {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*/.exec(line);
  if (note?.[1]) return { kind: "item", depth: 0, marker: note[1], from: note[0].length };
  return null;
}

export function kindOf(line: string, inCode: boolean): LineKind {
  if (isFence(line)) return { kind: "fence" };
  if (inCode) return { kind: "code" };
  if (line.trim() === "") return { kind: "blank" };
  const heading = /^ {0,3}(#{1,6})[ \t]+/.exec(line);
  if (heading?.[1]) return { kind: "heading", level: heading[1].length, from: heading[0].length };
  if (/^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(line)) return { kind: "rule" };
  if (/^\s*\|?[\s:|-]*-{2,}[\s:|-]*\|[\s:|-]*$/.test(line)) return { kind: "divider" };
  if (/^\s*\|.*\|\s*$/.test(line)) return { kind: "row", header: false };
  const item = itemOf(line);
  if (item) return item;
  const quote = /^\s{0,3}>\s?/.exec(line);
  if (quote) return { kind: "quote", from: quote[0].length };
  return { kind: "text", from: 0 };
}

const INLINE = /\[\^([^\]\s]{1,40})\]|(`+)([^`]+?)\2|\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|!?\[([^\]]*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)|(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g;

/** The cell texts of a table row with their offsets. */
export function cellsOf(line: string): Part[] {
  const cells: Part[] = [];
  let start = line.indexOf("|") + 1;
  for (let index = start; index < line.length; index += 1) {
    if (line[index] !== "|" || line[index - 1] === "\\") continue;
    const raw = line.slice(start, index);
    const lead = raw.length - raw.trimStart().length;
    cells.push({ text: raw.trim(), at: start + lead, style: "plain" });
    start = index + 1;
  }
  return cells;
}

export function partsOf(line: string, from = 0): Part[] {
  const parts: Part[] = [];
  const plain = (start: number, end: number) => {
    if (end > start) parts.push({ text: line.slice(start, end), at: start, style: "plain" });
  };
  let at = from;
  INLINE.lastIndex = from;
  for (let match = INLINE.exec(line); match; match = INLINE.exec(line)) {
    plain(at, match.index);
    parts.push(partOf(match));
    at = match.index + match[0].length;
  }
  plain(at, line.length);
  return parts;
}

/** The same parts, where a line of an archive or a mail lists a document: that is a link, by the name that its line gives it. */
export function withListed(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => {
    const listed = part.style === "plain" ? /(?<= \| )doc_id: (\d{1,12})(?= \| |$)/.exec(part.text) : null;
    if (!listed?.[1]) return [part];
    const end = listed.index + listed[0].length;
    const pieces: Part[] = [
      { ...part, text: part.text.slice(0, listed.index) },
      { text: listed[0], at: part.at + listed.index, style: "part", document: listed[1] },
      { ...part, text: part.text.slice(end), at: part.at + end },
    ];
    return pieces.filter(({ text }) => text !== "");
  });
}

function partOf(match: RegExpExecArray): Part {
  const [whole, note, ticks, code, strong, label, href, em] = match;
  if (note !== undefined) return { text: note, at: match.index + 2, style: "note" };
  if (code !== undefined && ticks !== undefined) return { text: code, at: match.index + ticks.length, style: "code" };
  if (strong !== undefined) return { text: strong, at: match.index + 2, style: "strong" };
  if (em !== undefined) return { text: em, at: match.index + 1, style: "em" };
  const at = match.index + whole.indexOf("[") + 1;
  const safe = href !== undefined && /^(https?:|mailto:)/i.test(href);
  return { text: label || (href ?? ""), at, style: safe ? "link" : "plain", ...(safe ? { href } : {}) };
}

/** Cut a part where hits begin and end; ranges are offsets in the raw line. */
export function marked(part: Part, ranges: readonly (readonly number[])[]): { text: string; hit: boolean }[] {
  const pieces: { text: string; hit: boolean }[] = [];
  const end = part.at + part.text.length;
  let at = part.at;
  for (const [start = 0, stop = 0] of ranges) {
    const a = Math.max(at, start);
    const b = Math.min(end, stop);
    if (b <= a) continue;
    if (a > at) pieces.push({ text: part.text.slice(at - part.at, a - part.at), hit: false });
    pieces.push({ text: part.text.slice(a - part.at, b - part.at), hit: true });
    at = b;
  }
  if (at < end) pieces.push({ text: part.text.slice(at - part.at), hit: false });
  return pieces;
}
