import i18next from "i18next";
import { expect, test } from "vitest";
import en from "@/shared/i18n/en.json";
import zh from "@/shared/i18n/zh-Hans.json";
import { collectionName, plainCollectionName } from "./collection";

const speaking = (lng: string, translation: object) => i18next.createInstance().init({ lng, resources: { [lng]: { translation } }, interpolation: { escapeValue: false } });

test("the collection that everybody begins with is named in the language of the page", async () => {
  const t = await speaking("en", en);
  expect(collectionName("My documents", t)).toBe("My documents");
  expect(collectionName("Operations", t)).toBe("Operations");
  expect(collectionName("My documents", await speaking("zh-Hans", zh))).toBe("我的文档");
});

test("one of somebody else is named by its owner, never as one's own", async () => {
  const t = await speaking("en", en);
  expect(collectionName("My documents", t, "mara")).toBe("mara’s documents");
  expect(collectionName("Operations", t, "mara")).toBe("Operations · mara");
  expect(collectionName("My documents", await speaking("zh-Hans", zh), "mara")).toBe("mara 的文档");
});

test("where the owner is said beside it, a name is not given twice", async () => {
  const t = await speaking("en", en);
  expect(plainCollectionName("Operations", t, "mara")).toBe("Operations");
  expect(plainCollectionName("My documents", t, "mara")).toBe("mara’s documents");
});
