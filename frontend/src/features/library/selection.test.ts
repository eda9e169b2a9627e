import { expect, test } from "vitest";
import { wishOf } from "./list-keys";
import { between } from "./selection";

test("a range runs between two rows whatever their order", () => {
  expect(between([4, 8, 15, 16], 15, 4)).toEqual([4, 8, 15]);
  expect(between([4, 8, 15, 16], null, 8)).toEqual([8]);
  expect(between([4, 8], 99, 8)).toEqual([8]);
});

test("keys move within the list and never past its ends", () => {
  expect(wishOf("j", 9, 10, true)).toEqual({ kind: "move", to: 9 });
  expect(wishOf("ArrowUp", 0, 10, true)).toEqual({ kind: "move", to: 0 });
  expect(wishOf("x", 3, 10, true)).toEqual({ kind: "select" });
});

test("single keys can be off, while space and arrows stay", () => {
  expect(wishOf("x", 3, 10, false)).toBeNull();
  expect(wishOf(" ", 3, 10, false)).toEqual({ kind: "select" });
});
