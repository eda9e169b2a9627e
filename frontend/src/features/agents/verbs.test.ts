import { expect, test } from "vitest";
import { VERBS } from "./verb-names";
import { ARGUMENTS, bodyOf, budgetOf, changed, withDocument } from "./verbs";

test("what is left empty is not sent, so that the server takes what it takes for an agent", () => {
  expect(bodyOf("search", { query: "tide", "search.limit": " " })).toEqual({ query: "tide" });
  expect(bodyOf("browse", {})).toEqual({});
  expect(bodyOf("read", withDocument(7, { first: 42, last: 65 }))).toEqual({ doc_id: 7, offset: 42, limit: 24 });
  expect(bodyOf("read", { ...withDocument(7), section: "1.2" })).toEqual({ doc_id: 7, section: "1.2" });
});

test("lists are taken with commas or blanks, and numbers as numbers", () => {
  expect(bodyOf("outline", { document: "3, 4 5", budget: "900", expand: "1 2.1" })).toEqual({ doc_ids: [3, 4, 5], budget: 900, expand: ["1", "2.1"] });
  expect(bodyOf("grep", { pattern: "§\\s", document: "3", ignore_case: "yes", context: "2", "grep.cursor": "3:9" })).toEqual({ pattern: "§\\s", doc_ids: [3], ignore_case: true, context: 2, cursor: "3:9" });
});

test("a pattern keeps its blanks, which mean something", () => {
  expect(bodyOf("grep", { pattern: " a " }).pattern).toBe(" a ");
});

test("what is no number is not guessed, and goes as an agent would give it", () => {
  expect(bodyOf("read", { document: "seven" }).doc_id).toBe("seven");
  expect(bodyOf("outline", { document: "7, x" }).doc_ids).toEqual([7, "x"]);
});

test("only an outline is measured against a budget, one for each document", () => {
  expect(budgetOf("outline", { document: "1 2", budget: "" })).toBe(1200);
  expect(budgetOf("outline", { document: "1", budget: "300" })).toBe(300);
  expect(budgetOf("grep", {})).toBeUndefined();
});

test("each verb names each of its arguments once", () => {
  for (const verb of VERBS) {
    const keys = ARGUMENTS[verb].map((each) => each.key);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test("another pattern begins at the beginning", () => {
  const after = { pattern: "a", "grep.cursor": "3:9" };
  expect(bodyOf("grep", changed("grep", after, "pattern", "b"))).toEqual({ pattern: "b" });
  expect(bodyOf("grep", changed("grep", after, "grep.cursor", "4:1"))).toEqual({ pattern: "a", cursor: "4:1" });
});
