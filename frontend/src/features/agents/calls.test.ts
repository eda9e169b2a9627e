import { expect, test } from "vitest";
import { type Call, argumentsText, runsOf } from "./calls";

function call(id: number, minute: number, session = "s", token = 1): Call {
  return { id, created_at: new Date(2026, 0, 1, 12, minute).toISOString(), tool: "search", arguments: {}, tokens: 10, milliseconds: 5, is_error: false, token_id: token, token_name: "t", session };
}

test("calls of one agent in a row belong together, with their sum", () => {
  const runs = runsOf([call(5, 30), call(4, 29), call(3, 28, "other"), call(2, 1), call(1, 0)]);
  expect(runs.map((run) => run.calls.map((each) => each.id))).toEqual([[5, 4], [3], [2, 1]]);
  expect(runs[0]?.tokens).toBe(20);
});

test("a long pause begins another run", () => {
  expect(runsOf([call(2, 40), call(1, 10)])).toHaveLength(2);
});

test("arguments are written as a call, what matters first, nulls left out", () => {
  expect(argumentsText({ limit: 20, query: 'a "tide"', type: null })).toBe('"a \\"tide\\"", limit=20');
  expect(argumentsText({ offset: 42, doc_id: 7 })).toBe("doc_id=7, offset=42");
});
