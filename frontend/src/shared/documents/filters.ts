/** The filters of library and search, as they stand in the URL. Pure. */
import type { Schemas } from "@/shared/api/client";

export const FACETS = ["collection", "type", "language", "tag", "outline_quality", "state"] as const;
export type FacetName = (typeof FACETS)[number];
export type Filters = Partial<Record<FacetName, string[]>>;
export type Sort = "-added" | "added" | "-modified" | "modified" | "title" | "-title" | "-size" | "size" | "-words" | "words" | "type" | "-type";

export const SORTS: readonly Sort[] = ["-added", "added", "-modified", "title", "-words", "-size", "type"];

const STATES = new Set<string>(["received", "extracting", "searchable", "complete", "failed"]);
const QUALITIES = new Set<string>(["high", "medium", "low", "none"]);

function words(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === "" ? [] : [value];
  return [...new Set(list.map(String))].slice(0, 100);
}

/** What of a URL's search can be used as filters; the rest is dropped in silence. */
export function filtersFrom(search: Record<string, unknown>): Filters {
  const filters: Filters = {};
  for (const name of FACETS) {
    const allowed = name === "state" ? STATES : name === "outline_quality" ? QUALITIES : null;
    const values = words(search[name]).filter((value) => !allowed || allowed.has(value));
    if (values.length > 0) filters[name] = values;
  }
  return filters;
}

export function toggled(filters: Filters, name: FacetName, values: string[], on: boolean): Filters {
  const now = new Set(filters[name] ?? []);
  for (const value of values) {
    if (on) now.add(value);
    else now.delete(value);
  }
  const { [name]: _dropped, ...rest } = filters;
  return now.size > 0 ? { ...rest, [name]: [...now] } : rest;
}

export function countOf(filters: Filters): number {
  return FACETS.reduce((sum, name) => sum + (filters[name]?.length ?? 0), 0);
}

type ListQuery = { state?: Schemas["DocumentItem"]["state"][]; outline_quality?: Schemas["DocumentItem"]["outline_quality"][] } & Omit<Filters, "state" | "outline_quality">;

/** The filters as the API's query wants them; the values were checked when the URL was read. */
export function queryOf(filters: Filters): ListQuery {
  return filters as ListQuery;
}
