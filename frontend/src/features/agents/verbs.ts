/** The verbs as agents call them: their arguments, and the body that carries them. Pure. */
import type { Schemas } from "@/shared/api/client";
import type { Verb } from "./verb-names";

/** What stands in the fields, by key. Documents are one field of all verbs that take them; the rest is each verb's own. */
export type Given = Readonly<Record<string, string>>;

export interface Argument {
  /** Its name in the call. */
  name: string;
  key: string;
  /** What counts when nothing is given, and does not when the argument of this key is. */
  otherwise?: string;
  unless?: string;
  wide?: boolean;
  needed?: boolean;
  flag?: boolean;
}

const DOCUMENT = "document";

export const ARGUMENTS: Readonly<Record<Verb, readonly Argument[]>> = {
  search: [
    { name: "query", key: "query", wide: true, needed: true },
    { name: "limit", key: "search.limit", otherwise: "20" },
    { name: "collection", key: "collection" },
    { name: "type", key: "type" },
  ],
  outline: [
    { name: "doc_ids", key: DOCUMENT, needed: true },
    { name: "budget", key: "budget", otherwise: "600" },
    { name: "expand", key: "expand" },
  ],
  read: [
    { name: "doc_id", key: DOCUMENT, needed: true },
    { name: "section", key: "section" },
    { name: "offset", key: "offset", otherwise: "1" },
    { name: "limit", key: "read.limit", otherwise: "200", unless: "section" },
  ],
  grep: [
    { name: "pattern", key: "pattern", wide: true, needed: true },
    { name: "ignore_case", key: "ignore_case", flag: true },
    { name: "doc_ids", key: DOCUMENT },
    { name: "collection", key: "collection" },
    { name: "context", key: "context", otherwise: "0" },
    { name: "limit", key: "grep.limit", otherwise: "50" },
    { name: "cursor", key: "grep.cursor" },
  ],
  browse: [
    { name: "collection", key: "collection" },
    { name: "type", key: "type" },
    { name: "sort", key: "sort", otherwise: "-added" },
    { name: "limit", key: "browse.limit", otherwise: "30" },
    { name: "cursor", key: "browse.cursor" },
  ],
};

/** Where the cursor of an answer goes, for verbs that answer in pages. */
export const CURSOR_KEYS: Readonly<Partial<Record<Verb, string>>> = { grep: "grep.cursor", browse: "browse.cursor" };

const list = (text: string) => text.split(/[\s,]+/).filter(Boolean);

export function documentsOf(given: Given): string[] {
  return list(given[DOCUMENT] ?? "");
}

export interface Lines {
  first: number;
  last: number;
}

export function withDocument(id: number | undefined, lines?: Lines): Given {
  if (id === undefined) return {};
  if (!lines) return { [DOCUMENT]: String(id) };
  return { [DOCUMENT]: String(id), offset: String(lines.first), "read.limit": String(lines.last - lines.first + 1) };
}

/** A number as it was typed; what is none goes as it is, and is refused by the server in the words that an agent gets. */
function number(text: string): number {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) ? value : (text as unknown as number);
}

/** Leave out what is empty: the server then takes what it takes for an agent. */
function only<T extends object>(arguments_: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(arguments_).filter(([, value]) => value !== undefined)) as T;
}

interface Bodies {
  search: Schemas["SearchArguments"];
  outline: Schemas["OutlineArguments"];
  read: Schemas["ReadArguments"];
  grep: Schemas["GrepArguments"];
  browse: Schemas["BrowseArguments"];
}

export function bodyOf<V extends Verb>(verb: V, given: Given): Bodies[V] {
  const text = (key: string) => (given[key]?.trim() ? given[key].trim() : undefined);
  const whole = (key: string) => (text(key) === undefined ? undefined : number(given[key] ?? ""));
  const documents = documentsOf(given).map(number);
  const bodies: { [W in Verb]: () => object } = {
    search: () => ({ query: given.query ?? "", limit: whole("search.limit"), collection: text("collection"), type: text("type") }),
    outline: () => ({ doc_ids: documents, budget: whole("budget"), expand: text("expand") === undefined ? undefined : list(given.expand ?? "") }),
    read: () => ({ doc_id: number(given[DOCUMENT] ?? ""), offset: whole("offset"), limit: whole("read.limit"), section: text("section") }),
    grep: () => ({
      pattern: given.pattern ?? "",
      ignore_case: given.ignore_case ? true : undefined,
      doc_ids: documents.length > 0 ? documents : undefined,
      collection: text("collection"),
      context: whole("context"),
      limit: whole("grep.limit"),
      cursor: text("grep.cursor"),
    }),
    browse: () => ({ collection: text("collection"), type: text("type"), sort: text("sort"), limit: whole("browse.limit"), cursor: text("browse.cursor") }),
  };
  return only<Bodies[V]>(bodies[verb]() as Bodies[V]);
}

/** What is given after an argument changed: the answer begins anew, not where the last one ended. */
export function changed(verb: Verb, given: Given, key: string, value: string): Given {
  const cursor = CURSOR_KEYS[verb];
  return { ...given, ...(cursor ? { [cursor]: "" } : {}), [key]: value };
}

/** Most tokens that an outline may have, which its answer is measured against; none for the other verbs. */
export function budgetOf(verb: Verb, given: Given): number | undefined {
  if (verb !== "outline") return undefined;
  const each: unknown = number(given.budget ?? "");
  return (typeof each === "number" ? each : 600) * Math.max(1, documentsOf(given).length);
}
