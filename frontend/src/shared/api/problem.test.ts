import i18next from "i18next";
import { expect, test } from "vitest";
import en from "@/shared/i18n/en.json";
import { ChunkLost } from "@/shared/lib/chunk";
import { canSucceed, problemOf, sentenceOf, wasAway } from "./problem";

test("a value that cannot be used is told in a sentence, without the names of programs", async () => {
  const t = await i18next.createInstance().init({ lng: "en", resources: { en: { translation: en } }, interpolation: { escapeValue: false } });
  const problem = problemOf(422, { code: "invalid", detail: "Some values cannot be used; `errors` names them.", errors: [{ field: "body.name", message: "String should have at most 120 characters" }] });
  expect(sentenceOf(problem, t)).toBe("What was given cannot be used: string should have at most 120 characters.");
  expect(sentenceOf(problemOf(400, { code: "bad-request", detail: "Give a name." }), t)).toBe("Give a name.");
});

test("a server that was not there is asked again when it is back, and a refusal that stands is not", () => {
  for (const error of [new TypeError("Failed to fetch"), new ChunkLost(false), problemOf(503, {})]) expect([wasAway(error), canSucceed(error)]).toEqual([true, true]);
  for (const status of [400, 403, 404, 422]) expect([wasAway(problemOf(status, {})), canSucceed(problemOf(status, {}))]).toEqual([false, false]);
  for (const status of [409, 429, 500]) expect(canSucceed(problemOf(status, {}))).toBe(true);
  expect(wasAway(new ChunkLost(true))).toBe(false);
});
