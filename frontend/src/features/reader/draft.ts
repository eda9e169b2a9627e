/** An outline while a person edits it: a flat list in the order of lines, each change undoable. Pure. */
import type { Schemas } from "@/shared/api/client";
import { type Section, DOUBT } from "./outline";

export interface Item {
  /** Stays with the section through every change. */
  key: number;
  line: number;
  level: number;
  title: string;
  confirmed: boolean;
  doubtful: boolean;
}

export interface Draft {
  version: number;
  /** The reading of the document that it was begun on. */
  revision: number | null;
  total: number;
  items: readonly Item[];
  /** The chosen section, by key. */
  at: number | null;
  before: readonly (readonly Item[])[];
  nextKey: number;
}

export const DEEPEST = 12;
const LONGEST = 300;

export function draftOf(outline: Pick<Schemas["DocumentOutline"], "sections" | "version">, total: number, line: number, revision: number | null = null): Draft {
  const items: Item[] = [];
  const walk = (sections: readonly Section[]) => {
    for (const { first_line, level, title, provenance, confidence, children } of sections) {
      items.push({ key: items.length, line: first_line, level, title, confirmed: provenance === "edited", doubtful: confidence < DOUBT });
      walk(children);
    }
  };
  walk(outline.sections);
  const at = items.findLast((item) => item.line <= line) ?? items[0];
  return { version: outline.version, revision, total, items, at: at?.key ?? null, before: [], nextKey: items.length };
}

export function isChanged(draft: Draft): boolean {
  return draft.before.length > 0;
}

export function sectionsOf(draft: Draft): Schemas["SectionEdit"][] {
  return draft.items.map(({ line, level, title, confirmed }) => ({ first_line: line, level, title: title.trim(), confirmed }));
}

/** The place of each section in the tree, `1.2`. */
export function numbersOf(items: readonly Item[]): string[] {
  const counts: number[] = [];
  return items.map(({ level }) => {
    counts.length = Math.min(counts.length, level);
    while (counts.length < level) counts.push(0);
    counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    return counts.join(".");
  });
}

export function indexOf(draft: Draft): number {
  return draft.items.findIndex((item) => item.key === draft.at);
}

function branchEnd(items: readonly Item[], index: number): number {
  const level = items[index]?.level ?? 0;
  const end = items.findIndex((item, position) => position > index && item.level <= level);
  return end < 0 ? items.length : end;
}

function changed(draft: Draft, items: readonly Item[], at = draft.at): Draft {
  return { ...draft, items, at, before: [...draft.before, draft.items] };
}

/** Whether the chosen section, with all below it, can go one level deeper (1) or up (-1). */
export function canShift({ items }: Draft, index: number, by: 1 | -1): boolean {
  const item = items[index];
  if (!item) return false;
  if (by < 0) return item.level > 1;
  const deepest = Math.max(...items.slice(index, branchEnd(items, index)).map(({ level }) => level));
  return item.level <= (items[index - 1]?.level ?? 0) && deepest < DEEPEST;
}

export function shift(draft: Draft, by: 1 | -1): Draft {
  const index = indexOf(draft);
  if (!canShift(draft, index, by)) return draft;
  const end = branchEnd(draft.items, index);
  return changed(
    draft,
    draft.items.map((item, position) => (position >= index && position < end ? { ...item, level: item.level + by } : item)),
  );
}

export function rename(draft: Draft, title: string): Draft {
  const cleaned = title.replace(/\s+/g, " ").trim().slice(0, LONGEST);
  const item = draft.items[indexOf(draft)];
  if (!item || !cleaned || cleaned === item.title) return draft;
  return changed(draft, draft.items.map((each) => (each === item ? { ...each, title: cleaned, doubtful: false } : each)));
}

export function confirm(draft: Draft): Draft {
  const item = draft.items[indexOf(draft)];
  if (!item || !item.doubtful) return draft;
  return changed(draft, draft.items.map((each) => (each === item ? { ...each, confirmed: true, doubtful: false } : each)));
}

/** Take a section out; what was below it moves up a level. */
export function remove(draft: Draft): Draft {
  const index = indexOf(draft);
  if (index < 0) return draft;
  const end = branchEnd(draft.items, index);
  const items = draft.items.map((item, position) => (position > index && position < end ? { ...item, level: item.level - 1 } : item)).filter((_, position) => position !== index);
  return changed(draft, items, (items[index] ?? items[index - 1])?.key ?? null);
}

/** Where the chosen section may begin: a line of the document at which no other does. */
export function canBegin({ items, total, at }: Draft, line: number): boolean {
  return Number.isInteger(line) && line >= 1 && line <= total && !items.some((item) => item.line === line && item.key !== at);
}

export function moveTo(draft: Draft, line: number): Draft {
  const item = draft.items[indexOf(draft)];
  if (!item || item.line === line || !canBegin(draft, line)) return draft;
  return changed(draft, settled(draft.items.map((each) => (each === item ? { ...each, line } : each))));
}

/** Have a section begin at a line; one that begins there already is chosen. */
export function add(draft: Draft, line: number, title: string): Draft {
  const there = draft.items.find((item) => item.line === line);
  if (there) return { ...draft, at: there.key };
  const level = draft.items.findLast((item) => item.line < line)?.level ?? 1;
  const item: Item = { key: draft.nextKey, line, level, title: titleFrom(title), confirmed: false, doubtful: false };
  return { ...changed(draft, settled([...draft.items, item]), item.key), nextKey: draft.nextKey + 1 };
}

/** A line's words as a title, without the marks of Markdown. */
export function titleFrom(text: string): string {
  return text.replace(/^[\s#>*+|-]+/, "").replace(/[\s#*|]+$/, "").replace(/\s+/g, " ").slice(0, LONGEST);
}

/**
 * A draft on a newer outline of the document. A section whose title stands there once begins where it does now; one
 * that would lie behind the end, or where another begins, is left out. Undo leads to the newer outline.
 */
export function carriedOver(draft: Draft, present: Draft): Draft {
  const taken = new Set<number>();
  const items = draft.items
    .map((item) => {
      const there = present.items.filter(({ title }) => title === item.title);
      return there[0] && there.length === 1 ? { ...item, line: there[0].line } : item;
    })
    .filter(({ line }) => line <= present.total && !taken.has(line) && taken.add(line));
  const at = items.some((item) => item.key === draft.at) ? draft.at : (items[0]?.key ?? null);
  return { ...present, items: settled(items), at, before: [present.items], nextKey: Math.max(draft.nextKey, present.nextKey) };
}

/** In the order of lines, none more than a level deeper than the one before. */
function settled(items: readonly Item[]): Item[] {
  let above = 0;
  return items
    .toSorted((one, other) => one.line - other.line)
    .map((item) => {
      above = Math.min(item.level, above + 1);
      return above === item.level ? item : { ...item, level: above };
    });
}

export function undo(draft: Draft): Draft {
  const items = draft.before.at(-1);
  if (!items) return draft;
  const at = items.some((item) => item.key === draft.at) ? draft.at : (items[0]?.key ?? null);
  return { ...draft, items, at, before: draft.before.slice(0, -1) };
}

export function choose(draft: Draft, index: number): Draft {
  const item = draft.items[Math.max(0, Math.min(draft.items.length - 1, index))];
  return item ? { ...draft, at: item.key } : draft;
}
