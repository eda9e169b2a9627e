import { expect, test } from "vitest";
import { formatBytes, formatDay, isSource, langOf, languageName, typeName } from "./format";

test("today and yesterday are words, other days are short", () => {
  const now = new Date(2026, 10, 29, 0, 5);
  expect(formatDay(new Date(2026, 10, 29, 0, 1).toISOString(), "en", now)).toBe("today");
  expect(formatDay(new Date(2026, 10, 28, 23, 59).toISOString(), "ja", now)).toBe("昨日");
  expect(formatDay(new Date(2026, 10, 26).toISOString(), "en", now)).toBe("26 Nov");
  expect(formatDay(new Date(2024, 0, 2).toISOString(), "en", now)).toBe("2 Jan 2024");
});

test("sizes have no decimals that say nothing", () => {
  expect([0, 999, 2_148, 2_100_000, 214_000_000].map((bytes) => formatBytes(bytes, "en"))).toEqual(["0 B", "999 B", "2 kB", "2.1 MB", "214 MB"]);
});

test("languages are named as their readers call them", () => {
  expect(["en", "ja", "zh-Hans", "und", ""].map((code) => languageName(code, "Unknown"))).toEqual(["English", "日本語", "简体中文", "Unknown", "Unknown"]);
  expect([langOf("und"), langOf("ja")]).toEqual([undefined, "ja"]);
});

test("types are named as people know them", () => {
  expect(["pdf", "docx", "txt", "cbr"].map((type) => typeName(type, "Text"))).toEqual(["PDF", "Word", "Text", "CBR"]);
});

test("source is not set as Markdown", () => {
  expect(["py", "yaml", "rst", "md", "docx", "srt", "txt"].map(isSource)).toEqual([true, true, true, false, false, false, false]);
});
