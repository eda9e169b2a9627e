import { expect, test } from "vitest";
import { type Section, nodesOf } from "@/features/reader/outline";
import { foundPlaces, matching } from "./jump-places";

function section(number: string, title: string, first: number, children: Section[] = []): Section {
  return { number, title, level: number.split(".").length, first_line: first, last_line: first + 9, provenance: "markup", confidence: 0.9, children } as unknown as Section;
}

const BOOK = nodesOf([section("1", "Marks", 1, [section("1.1", "Choosing a bench mark", 3), section("1.2", "Ｂench marks lost", 9)]), section("2", "Gauges", 20)]);

test("every word has to stand in the heading, in any case and width", () => {
  expect(matching(BOOK, "MARK bench", 7, "en").map((place) => place.section)).toEqual(["Choosing a bench mark", "Ｂench marks lost"]);
  expect(matching(BOOK, "mark gauge", 7, "en")).toEqual([]);
  expect(matching(BOOK, "  ", 7, "en")).toEqual([]);
});

test("a heading that begins with the words comes first", () => {
  expect(matching(BOOK, "bench", 7, "en").map((place) => place.lines)).toEqual(["L9", "L3"]);
});

test("a found document leads to its best lines", () => {
  const hit = { document_id: 3, title: "Tide", language: "und", best: { section: "2", section_title: "Gauges", first_line: 20, last_line: 29 } };
  expect(foundPlaces([hit as never])).toMatchObject([{ documentId: 3, hash: "L20-29", lines: "L20–29", label: "2", section: "Gauges", title: "Tide", lang: undefined }]);
});
