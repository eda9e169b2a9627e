import { expect, test } from "vitest";
import { countOf, filtersFrom, toggled } from "./filters";

test("what a URL says is used as far as it can be", () => {
  expect(filtersFrom({ type: ["pdf", "pdf"], state: ["failed", "dancing"], language: "ja", outline_quality: ["no"], other: 1 })).toEqual({ type: ["pdf"], state: ["failed"], language: ["ja"] });
});

test("a filter that loses its last value is gone", () => {
  const on = toggled({}, "state", ["received", "extracting"], true);
  expect(countOf(on)).toBe(2);
  expect(toggled(on, "state", ["received", "extracting"], false)).toEqual({});
});
