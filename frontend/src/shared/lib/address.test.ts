import { expect, test } from "vitest";
import { readSearch, writeSearch } from "./address";

test("filters stand in the address as one would write them", () => {
  expect(writeSearch({ type: ["md", "pdf"], q: "high tide", sort: undefined })).toBe("?type=md&type=pdf&q=high+tide");
  expect(writeSearch({})).toBe("");
  expect(readSearch("?type=md&type=pdf&q=high+tide&document=7")).toEqual({ type: ["md", "pdf"], q: "high tide", document: 7 });
});

test("addresses of before are still read, and words stay words", () => {
  expect(readSearch("?type=%5B%22md%22%5D&collection=%5B%2212%22%5D")).toEqual({ type: ["md"], collection: ["12"] });
  expect(readSearch('?q=007&link=12345678901234567890&next=/x%3Fa=1')).toEqual({ q: "007", link: "12345678901234567890", next: "/x?a=1" });
  expect(readSearch("?q=[draft]")).toEqual({ q: "[draft]" });
});
