import { expect, test } from "vitest";
import en from "./en.json";
import ja from "./ja.json";
import zh from "./zh-Hans.json";

type Tree = { [key: string]: string | Tree };

function flat(tree: Tree, path = ""): Map<string, string> {
  return new Map(Object.entries(tree).flatMap(([key, value]) => (typeof value === "string" ? [[path + key, value] as const] : [...flat(value, `${path}${key}.`)])));
}

function named(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? "").sort();
}

const english = flat(en);
const others = { ja: flat(ja), "zh-Hans": flat(zh) };

test.each(Object.entries(others))("the catalogue of %s says everything that English says", (_, catalogue) => {
  const wanted = [...english.keys()].filter((key) => !key.endsWith("_one"));
  expect([...catalogue.keys()].sort()).toEqual(wanted.sort());
});

test.each(Object.entries(others))("the catalogue of %s names the same values", (_, catalogue) => {
  for (const [key, text] of catalogue) expect([key, ...named(text)]).toEqual([key, ...named(english.get(key) ?? "")]);
});

test("no sentence exclaims or apologises", () => {
  for (const catalogue of [english, ...Object.values(others)])
    for (const text of catalogue.values()) expect(text).not.toMatch(/[!！]|oops|sorry/i);
});
