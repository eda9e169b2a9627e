import { expect, test } from "vitest";
import { hashOf, labelOf, pageRanges, placeFrom, placeOf, rangeFrom, readCall, spanOf, staysNear } from "./range";

test("an address names one line or a range, in either order", () => {
  expect(rangeFrom("#L42")).toEqual({ first: 42, last: 42 });
  expect(rangeFrom("L42-65")).toEqual({ first: 42, last: 65 });
  expect(rangeFrom("L65-L42")).toEqual({ first: 42, last: 65 });
});

test.each(["", "#", "L", "L0x", "42", "L4-", "L-4", "Lx-3"])("%j names no lines", (hash) => {
  expect(rangeFrom(hash)).toBeNull();
});

test("a range is cut at the document's end, and one past it is none", () => {
  expect(rangeFrom("L90-200", 100)).toEqual({ first: 90, last: 100 });
  expect(rangeFrom("L101-200", 100)).toBeNull();
  expect(rangeFrom("L0-3", 100)).toEqual({ first: 1, last: 3 });
});

test("a range comes back from its own address", () => {
  for (const range of [spanOf(7, 7), spanOf(9, 3)]) expect(rangeFrom(hashOf(range))).toEqual(range);
  expect(labelOf({ first: 3, last: 9 })).toBe("L3–9");
});

test("an address names a place without selecting it", () => {
  expect(placeFrom(`#${placeOf(42)}`)).toBe(42);
  expect(rangeFrom(placeOf(42))).toBeNull();
  expect(placeFrom("L7-9")).toBe(7);
  expect(placeFrom("L99999")).toBe(99_999);
  expect([placeFrom(""), placeFrom("at-Lx")]).toEqual([null, null]);
  expect(placeFrom("at-L0")).toBe(1);
});

test("the read call asks for exactly the selected lines", () => {
  expect(readCall(1714, { first: 42, last: 65 })).toBe("read(doc_id=1714, offset=42, limit=24)");
});

test("pages are written as runs", () => {
  expect(pageRanges([91, 3, 88, 90, 89, 3])).toBe("3, 88–91");
  expect(pageRanges([])).toBe("");
});

test("a selection is at hand from when it is seen until it is a screenful away", () => {
  const lines = { first: 100, last: 110 };
  expect(staysNear(false, lines, { first: 60, last: 90 })).toBe(false);
  expect(staysNear(true, lines, { first: 60, last: 90 })).toBe(true);
  expect(staysNear(false, lines, { first: 75, last: 105 })).toBe(true);
  expect(staysNear(true, lines, { first: 200, last: 230 })).toBe(false);
});
