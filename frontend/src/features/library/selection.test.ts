import { expect, test } from "vitest";
import { wishOf } from "./list-keys";
import { between, remaining } from "./selection";

test("a range runs between two rows whatever their order", () => {
  expect(between([4, 8, 15, 16], 15, 4)).toEqual([4, 8, 15]);
  expect(between([4, 8, 15, 16], null, 8)).toEqual([8]);
  expect(between([4, 8], 99, 8)).toEqual([8]);
});

test("keys move within the list and never past its ends", () => {
  expect(wishOf("j", { cursor: 9, count: 10 }, true)).toEqual({ kind: "move", to: 9 });
  expect(wishOf("ArrowUp", { cursor: 0, count: 10 }, true)).toEqual({ kind: "move", to: 0 });
  expect(wishOf("j", { cursor: -1, count: 10 }, true)).toEqual({ kind: "move", to: 0 });
  expect(wishOf("x", { cursor: 3, count: 10 }, true)).toEqual({ kind: "select" });
});

test("the end is asked for, since it may not be loaded, and so is everything", () => {
  expect(wishOf("End", { cursor: 3, count: 10 }, true)).toEqual({ kind: "end" });
  expect(wishOf("a", { cursor: 3, count: 10, command: true }, true)).toEqual({ kind: "all" });
  expect(wishOf("a", { cursor: 3, count: 10 }, true)).toBeNull();
  expect(wishOf("j", { cursor: 3, count: 10, command: true }, true)).toBeNull();
});

test("cards are walked across and down", () => {
  expect(wishOf("ArrowRight", { cursor: 3, count: 10, columns: 3 }, true)).toEqual({ kind: "move", to: 4 });
  expect(wishOf("ArrowDown", { cursor: 3, count: 10, columns: 3 }, true)).toEqual({ kind: "move", to: 6 });
  expect(wishOf("j", { cursor: 3, count: 10, columns: 3 }, true)).toEqual({ kind: "move", to: 4 });
  expect(wishOf("ArrowRight", { cursor: 3, count: 10 }, true)).toEqual({ kind: "inside" });
});

test("single keys can be off, while space and arrows stay", () => {
  expect(wishOf("x", { cursor: 3, count: 10 }, false)).toBeNull();
  expect(wishOf(" ", { cursor: 3, count: 10 }, false)).toEqual({ kind: "select" });
});

test("what is not loaded stays chosen only while it can still be there", () => {
  const homes = new Map([[1, 7], [2, 7], [3, 8]]);
  expect([...remaining([1, 2, 3], new Map([[1, 7]]), 3, homes)]).toEqual([1, 2, 3]);
  expect([...remaining([1, 2, 3], new Map([[1, 7], [3, 8]]), 2, homes)]).toEqual([1, 3]);
  expect([...remaining([4], new Map([[1, 7]]), 3, homes)]).toEqual([]);
});
