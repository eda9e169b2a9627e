import { expect, test } from "vitest";
import { type Draft, add, canBegin, canShift, choose, confirm, draftOf, indexOf, isChanged, moveTo, numbersOf, remove, rename, sectionsOf, shift, titleFrom, undo, carriedOver } from "./draft";
import type { Section } from "./outline";

const section = (title: string, level: number, first_line: number, children: Section[] = [], confidence = 1): Section => ({
  number: "", title, level, first_line, last_line: 50, provenance: "font", confidence, summary: "", keywords: [], children,
});

const start = draftOf({ version: 3, sections: [section("A", 1, 1, [section("B", 2, 5, [section("C", 3, 7)]), section("D", 2, 9, [], 0.3)]), section("E", 1, 20)] }, 50, 6);
const shown = (draft: Draft) => draft.items.map((item, index) => `${numbersOf(draft.items)[index] ?? ""} ${item.title} ${String(item.line)}`);

test("a draft begins at the section one reads", () => {
  expect(shown(start)).toEqual(["1 A 1", "1.1 B 5", "1.1.1 C 7", "1.2 D 9", "2 E 20"]);
  expect([indexOf(start), isChanged(start)]).toEqual([1, false]);
});

test("a section goes up and down with all below it", () => {
  const up = shift(start, -1);
  expect(shown(up)).toEqual(["1 A 1", "2 B 5", "2.1 C 7", "2.2 D 9", "3 E 20"]);
  expect(shown(undo(up))).toEqual(shown(start));
  expect([canShift(start, 0, 1), canShift(start, 0, -1), canShift(start, 2, 1), canShift(start, 4, 1)]).toEqual([false, false, false, true]);
});

test("what is removed leaves what was below it a level higher", () => {
  const done = remove(start);
  expect(shown(done)).toEqual(["1 A 1", "1.1 C 7", "1.2 D 9", "2 E 20"]);
  expect(done.items[indexOf(done)]?.title).toBe("C");
  expect(shown(remove(remove(remove(remove(done)))))).toEqual([]);
});

test("a section is added where one reads, as a sibling, once", () => {
  const done = add(start, 30, "## **The end**");
  expect(shown(done).at(-1)).toBe("3 The end 30");
  expect(add(done, 30, "again").items).toBe(done.items);
  expect(shown(add(draftOf({ version: 1, sections: [] }, 9, 1), 4, "First"))).toEqual(["1 First 4"]);
});

test("a section begins at a free line of the document only, and levels stay a tree", () => {
  expect([canBegin(start, 6), canBegin(start, 5), canBegin(start, 7), canBegin(start, 51), canBegin(start, 0), canBegin(start, 1.5)]).toEqual([true, true, false, false, false, false]);
  expect(moveTo(start, 7)).toBe(start);
  expect(shown(moveTo(choose(start, 0), 8))).toEqual(["1 B 5", "1.1 C 7", "2 A 8", "2.1 D 9", "3 E 20"]);
});

test("every change can be undone, and nothing is a change that changes nothing", () => {
  const renamed = rename(choose(start, 3), "  The \n datum ");
  expect(shown(renamed)[3]).toBe("1.2 The datum 9");
  expect(undo(renamed).items).toBe(start.items);
  expect(rename(start, " ")).toBe(start);
  expect(rename(start, "B")).toBe(start);
  expect(undo(start)).toBe(start);
});

test("a doubtful section is confirmed", () => {
  const done = confirm(choose(start, 3));
  expect(sectionsOf(done)[3]).toEqual({ first_line: 9, level: 2, title: "D", confirmed: true });
  expect(confirm(done)).toBe(done);
});

test("a title comes from a line without its marks", () => {
  expect([titleFrom("### 1.2  Marks ###"), titleFrom("| a | b |"), titleFrom("- **Note**")]).toEqual(["1.2 Marks", "a | b", "Note"]);
});

test("edits go on with a newer reading, where their headings stand now", () => {
  const part = (first_line: number, title: string) => ({ first_line, last_line: first_line, level: 1, number: "1", title, provenance: "inferred", confidence: 1, children: [] });
  const of = (version: number, total: number, ...parts: [number, string][]) =>
    draftOf({ version, sections: parts.map(([line, title]) => part(line, title)) } as unknown as Parameters<typeof draftOf>[0], total, 1, version);
  const draft = add(of(1, 90, [1, "One"], [40, "Two"], [80, "Three"]), 60, "Mine");
  const present = of(2, 70, [1, "One"], [50, "Two"]);
  const carried = carriedOver(draft, present);
  expect(carried.items.map(({ line, title }) => [line, title])).toEqual([[1, "One"], [50, "Two"], [60, "Mine"]]);
  expect(carried).toMatchObject({ version: 2, revision: 2, total: 70 });
  expect(isChanged(carried)).toBe(true);
  expect(undo(carried).items).toEqual(present.items);
});
