import i18next from "i18next";
import { expect, test } from "vitest";
import en from "@/shared/i18n/en.json";
import { problemOf, sentenceOf } from "./problem";

test("a value that cannot be used is told in a sentence, without the names of programs", async () => {
  const t = await i18next.createInstance().init({ lng: "en", resources: { en: { translation: en } }, interpolation: { escapeValue: false } });
  const problem = problemOf(422, { code: "invalid", detail: "Some values cannot be used; `errors` names them.", errors: [{ field: "body.name", message: "String should have at most 120 characters" }] });
  expect(sentenceOf(problem, t)).toBe("What was given cannot be used: string should have at most 120 characters.");
  expect(sentenceOf(problemOf(400, { code: "bad-request", detail: "Give a name." }), t)).toBe("Give a name.");
});
