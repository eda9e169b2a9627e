import i18next, { type FormatterModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { chunk } from "@/shared/lib/chunk";
import { formatNumber } from "@/shared/lib/format";
import type en from "./en.json";

export const LANGUAGES = ["en", "ja", "zh-Hans"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", ja: "日本語", "zh-Hans": "简体中文" };

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof en };
    enableSelector: false;
  }
}

const catalogues: Record<Language, () => Promise<{ default: unknown }>> = {
  en: chunk(() => import("./en.json")),
  ja: chunk(() => import("./ja.json")),
  "zh-Hans": chunk(() => import("./zh-Hans.json")),
};

export function languageOf(tag: string): Language {
  if (tag.startsWith("ja")) return "ja";
  return tag.startsWith("zh") ? "zh-Hans" : "en";
}

async function load(target: i18n, language: Language): Promise<void> {
  if (target.hasResourceBundle(language, "translation")) return;
  const catalogue = await catalogues[language]();
  target.addResourceBundle(language, "translation", catalogue.default, true, true);
}

/** Every number in a sentence is written as its language writes numbers; words stay as they are. */
const numbers: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) => (typeof value === "number" ? formatNumber(value, language ?? "en") : (value as string)),
};

/** Start with the language that the server wrote on the page. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(numbers).use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false, alwaysFormat: true },
    react: { useSuspense: false },
  });
  await load(i18next, language);
  await i18next.changeLanguage(language);
}

/** Change the language at once, and for the next visit. */
export async function changeLanguage(language: Language): Promise<void> {
  await load(i18next, language);
  document.cookie = `mokuji_language=${language}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
