import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { UNLIMITED, limitWords, limitsOf, switched } from "./limits";

const t = ((key: string, given?: Record<string, unknown>) => [key, ...Object.entries(given ?? {}).filter(([name]) => name !== "count").map(([, value]) => String(value))].join(" ").replace("connect.comma", ", ")) as unknown as TFunction;

test("what is left empty is no limit", () => {
  expect(limitsOf(UNLIMITED)).toEqual({ collections: null, tools: null, calls_per_minute: null, tokens_per_day: null });
});

test("chosen limits are sent as they were chosen", () => {
  expect(limitsOf({ collections: ["4"], tools: ["search", "read"], callsPerMinute: "30", tokensPerDay: " 5000 " })).toEqual({ collections: ["4"], tools: ["search", "read"], calls_per_minute: 30, tokens_per_day: 5000 });
});

test("a choice is made once and taken back", () => {
  expect(switched(switched(["a"], "b", true), "b", true)).toEqual(["a", "b"]);
  expect(switched(["a", "b"], "a", false)).toEqual(["b"]);
});

test("a token tells its limits, and one without tells none", () => {
  expect(limitWords({ collections: null, tools: null, calls_per_minute: null, tokens_per_day: null }, t, { number: String, nameOf: ({ name }) => name })).toEqual([]);
  expect(limitWords({ collections: [{ id: 4, name: "Surveys" }, { id: 5, name: "Leases" }], tools: ["read"], calls_per_minute: 30, tokens_per_day: 5000 }, t, { number: String, nameOf: ({ name }) => name })).toEqual([
    "connect.onlyIn Surveys, Leases",
    "connect.onlyTools read",
    "connect.perMinute 30",
    "connect.perDay 5000",
  ]);
});

test("a token whose collections are all gone does not look unlimited", () => {
  expect(limitWords({ collections: [], tools: null, calls_per_minute: null, tokens_per_day: null }, t, { number: String, nameOf: ({ name }) => name })).toEqual(["connect.onlyIn connect.goneCollections"]);
});
