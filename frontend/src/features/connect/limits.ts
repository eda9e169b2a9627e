/** What a token is limited to, as it is asked for and as it is told. Pure. */
import type { TFunction } from "i18next";
import type { Schemas } from "@/shared/api/client";

type NewToken = Schemas["NewToken"];
export type Tool = NonNullable<NewToken["tools"]>[number];

export const TOOLS: readonly Tool[] = ["search", "outline", "read", "grep", "browse"];

export interface Limits {
  /** Ids of collections; none: all. */
  collections: readonly string[];
  /** None: all. */
  tools: readonly Tool[];
  callsPerMinute: string;
  tokensPerDay: string;
}

export const UNLIMITED: Limits = { collections: [], tools: [], callsPerMinute: "", tokensPerDay: "" };

function amount(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

/** The limits as the API takes them; null is no limit. */
export function limitsOf(limits: Limits): Required<Pick<NewToken, "collections" | "tools" | "calls_per_minute" | "tokens_per_day">> {
  return {
    collections: limits.collections.length > 0 ? [...limits.collections] : null,
    tools: limits.tools.length > 0 ? [...limits.tools] : null,
    calls_per_minute: amount(limits.callsPerMinute),
    tokens_per_day: amount(limits.tokensPerDay),
  };
}

export function switched<T>(list: readonly T[], value: T, on: boolean): T[] {
  const rest = list.filter((each) => each !== value);
  return on ? [...rest, value] : rest;
}

interface Wording {
  number: (value: number) => string;
  nameOf: (collection: Schemas["CollectionRef"]) => string;
}

type Told = Pick<Schemas["TokenItem"], "collections" | "tools" | "calls_per_minute" | "tokens_per_day">;

/** The limits of a token in words, one for each; empty for one without. */
export function limitWords(token: Told, t: TFunction, { number, nameOf }: Wording): string[] {
  const names = (list: readonly string[]) => list.join(t("connect.comma"));
  return [
    token.collections ? t("connect.onlyIn", { names: names(token.collections.map(nameOf)) || t("connect.goneCollections") }) : "",
    token.tools ? t("connect.onlyTools", { names: names(token.tools) }) : "",
    token.calls_per_minute === null ? "" : t("connect.perMinute", { count: token.calls_per_minute, formatted: number(token.calls_per_minute) }),
    token.tokens_per_day === null ? "" : t("connect.perDay", { count: token.tokens_per_day, formatted: number(token.tokens_per_day) }),
  ].filter(Boolean);
}
