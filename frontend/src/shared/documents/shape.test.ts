import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import type { DocumentItem } from "./queries";
import { collectionName } from "./collection";
import { shapeWords } from "./shape";

const t = ((key: string) => key) as unknown as TFunction;
const item = { line_count: 0, coverage_complete: true, outline_quality: "none", brief: false, top_sections: [], section_count: 0 } as unknown as DocumentItem;

test("a file that failed was not read; one that waits has no outline yet", () => {
  expect(shapeWords(item, t, "failed")).toEqual({ text: "shape.unread", doubt: false });
  expect(shapeWords(item, t, "extracting")).toEqual({ text: "shape.notYet", doubt: false });
});

test("the collection that everybody begins with is named in the language of the page", () => {
  expect(collectionName("My documents", t)).toBe("defaultCollection");
  expect(collectionName("Operations", t)).toBe("Operations");
});
