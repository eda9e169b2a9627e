import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import type { DocumentItem } from "./queries";
import { shapeWords, spineParts } from "./shape";

const t = ((key: string) => key) as unknown as TFunction;
const item = { line_count: 0, coverage_complete: true, outline_quality: "none", brief: false, top_sections: [], section_count: 0 } as unknown as DocumentItem;

test("a file that failed was not read; one that waits has no outline yet", () => {
  expect(shapeWords(item, t, "failed")).toEqual({ text: "shape.unread", doubt: false });
  expect(shapeWords(item, t, "extracting")).toEqual({ text: "shape.notYet", doubt: false });
});

const sections = (...lengths: number[]) => {
  let end = 0;
  return lengths.map((length) => ({ first_line: end + 1, last_line: (end += length) }));
};

test("few sections are drawn as they are, and many as at most 28 parts that are as long together", () => {
  expect(spineParts(sections(3, 1, 400))).toEqual([{ lines: 3 }, { lines: 1 }, { lines: 400 }]);
  for (const lengths of [Array<number>(100).fill(10), Array<number>(1_000).fill(1), [5_000, ...Array<number>(99).fill(1)], Array.from({ length: 200 }, (_, index) => (index % 2) * 90 + 1)]) {
    const parts = spineParts(sections(...lengths));
    expect(parts.length).toBeLessThanOrEqual(28);
    expect(parts.reduce((sum, { lines }) => sum + lines, 0)).toBe(lengths.reduce((sum, length) => sum + length, 0));
  }
});
