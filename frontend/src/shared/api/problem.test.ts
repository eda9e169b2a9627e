import i18next from "i18next";
import { expect, test } from "vitest";
import en from "@/shared/i18n/en.json";
import ja from "@/shared/i18n/ja.json";
import { ChunkLost } from "@/shared/lib/chunk";
import { canSucceed, failureSentence, problemOf, sentenceOf, wasAway } from "./problem";

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

test("an encryption that no password opens is told with its own mend, in every language", async () => {
  const said = "Encrypted in a way that cannot be opened here, even with its password, or damaged. Open it in its program and save it without the password.";
  for (const [lng, words, mend] of [["en", en, "save it without the password"], ["ja", ja, "パスワードなしで保存"]] as const) {
    const t = await i18next.createInstance().init({ lng, resources: { [lng]: { translation: words } }, interpolation: { escapeValue: false } });
    expect(failureSentence("unsupported", said, t)).toContain(mend);
    expect(failureSentence("unsupported", ".dwg is not supported. Export it as PDF.", t)).toContain(".dwg");
  }
});

test("a text file that holds something else is told so, and its ending is not blamed", async () => {
  const said = "Not text: it holds binary data (NUL bytes). Save it as UTF-8 text.";
  for (const [lng, words] of [["en", en], ["ja", ja]] as const) {
    const t = await i18next.createInstance().init({ lng, resources: { [lng]: { translation: words } }, interpolation: { escapeValue: false } });
    expect(failureSentence("unsupported", said, t)).toContain("UTF-8");
    expect(failureSentence("unsupported", "Cannot read this .dat file: no text inside.", t)).toContain(".dat");
  }
});
