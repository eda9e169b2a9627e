import { expect, test } from "vitest";
import { type Section, doubtful, initiallyOpen, nodeAt, nodesOf, pathOf, progressIn, shown } from "./outline";

function section(number: string, title: string, first: number, last: number, children: Section[] = [], confidence = 1): Section {
  return { number, title, level: number.split(".").length, first_line: first, last_line: last, provenance: "markup", confidence, summary: "", keywords: [], children };
}

const tree = nodesOf([
  section("1", "Why heights disagree", 1, 40, [section("1.1", "Tides", 10, 20), section("1.2", "Winds", 21, 40, [], 0.3)]),
  section("2", "Gauges", 50, 90),
]);

test("where the author numbers, rows without a number get none of ours", () => {
  const [contents, first] = nodesOf([section("1", "Contents", 1, 5), section("2", "1 First steps", 6, 9)]);
  expect([contents?.label, first?.label]).toEqual(["", "1"]);
});

test("the deepest section that holds a line is the place, and none is outside", () => {
  expect(nodeAt(tree, 15)?.section.number).toBe("1.1");
  expect(nodeAt(tree, 5)?.section.number).toBe("1");
  expect(nodeAt(tree, 45)).toBeNull();
  expect(pathOf(nodeAt(tree, 30)).map((node) => node.section.number)).toEqual(["1", "1.2"]);
});

test("closed branches hide what is below them", () => {
  expect(shown(tree, initiallyOpen(tree)).map((node) => node.section.number)).toEqual(["1", "1.1", "1.2", "2"]);
  expect(shown(tree, new Set()).map((node) => node.section.number)).toEqual(["1", "2"]);
});

test("progress runs from the first line of a section to its last", () => {
  const gauges = section("2", "Gauges", 50, 90);
  expect([progressIn(gauges, 50), progressIn(gauges, 70), progressIn(gauges, 95)]).toEqual([0, 0.5, 1]);
});

test("headings below one half of confidence are doubtful", () => {
  expect(doubtful(tree).map((node) => node.section.number)).toEqual(["1.2"]);
});
