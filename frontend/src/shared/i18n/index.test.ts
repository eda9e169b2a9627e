// @vitest-environment jsdom
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from ".";

beforeAll(() => startI18n("en"));

test("numbers in sentences have their separators, names stay as they are", () => {
  expect(i18next.t("upload.adding", { count: 12345 })).toBe("Adding 12,345 documents");
  expect(i18next.t("upload.progress", { done: 1200, total: 2400 })).toBe("1,200 of 2,400 done");
  expect(i18next.t("upload.dropHere", { collection: "2026" })).toBe("Drop to add to 2026");
});
