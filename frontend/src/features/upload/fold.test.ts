import { expect, test } from "vitest";
import { isFolded, turned } from "./fold";

test("while nobody has chosen, the tray stands as it does by itself", () => {
  expect(isFolded(null, [1], true)).toBe(true);
  expect(isFolded(null, [], false)).toBe(false);
});

test("a folded tray unfolds for what comes to need the person, but not for what did when it was folded", () => {
  const folded = turned(null, false, [1], 7);
  expect(isFolded(folded, [1], false)).toBe(true);
  expect(isFolded(folded, [], false)).toBe(true);
  expect(isFolded(folded, [1, 2], false)).toBe(false);
});

test("who folds it again after that is not asked again in these uploads, but in the next", () => {
  const folded = turned(null, false, [], 7);
  const again = turned(folded, isFolded(folded, [2], false), [2], 7);
  expect(isFolded(again, [2, 3], false)).toBe(true);
  const open = turned(again, true, [2, 3], 7);
  expect(isFolded(open, [2, 3], true)).toBe(false);
  expect(isFolded(turned(open, false, [2], 7), [2, 3], false)).toBe(true);
  expect(isFolded(turned(again, false, [2], 8), [2, 3], false)).toBe(false);
});
