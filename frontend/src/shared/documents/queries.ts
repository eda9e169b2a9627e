import type { TFunction } from "i18next";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { type Filters, type Sort, queryOf } from "./filters";

export type DocumentItem = Schemas["DocumentItem"];
export type DocumentDetail = Schemas["DocumentDetail"];

const PAGE = 100;
/** Whoever asks for more than the first page wants to go far. */
const NEXT_PAGE = 200;
/** So many documents are acted on in one call: each answer comes soon. */
const AT_ONCE = 500;

export const documentsQuery = (filters: Filters, sort: Sort, q: string) =>
  infiniteQueryOptions({
    queryKey: ["documents", { filters, sort, q }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET("/api/v1/documents", {
          params: { query: { ...queryOf(filters), sort, q, limit: pageParam ? NEXT_PAGE : PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 5_000,
  });

/** The ids of everything that matches, loaded or not. */
export const matchingQuery = (filters: Filters, q: string) =>
  queryOptions({
    queryKey: ["documents", "ids", { filters, q }],
    queryFn: () => dataOf(api.GET("/api/v1/documents/ids", { params: { query: { ...queryOf(filters), q } } })),
    gcTime: 0,
  });

export const facetsQuery = (filters: Filters, q: string) =>
  queryOptions({
    queryKey: ["facets", { filters, q }],
    queryFn: () => dataOf(api.GET("/api/v1/facets", { params: { query: { ...queryOf(filters), q } } })),
    staleTime: 5_000,
    placeholderData: (previous) => previous,
  });

export const documentQuery = (id: number) =>
  queryOptions({
    queryKey: ["document", id],
    queryFn: () => dataOf(api.GET("/api/v1/documents/{document_id}", { params: { path: { document_id: id } } })),
    staleTime: 15_000,
  });

export async function reindex(id: number, password?: string): Promise<void> {
  await api.POST("/api/v1/documents/{document_id}/reindex", {
    params: { path: { document_id: id } },
    body: password === undefined ? {} : { password },
  });
}

export async function cancelReading(id: number): Promise<void> {
  await api.POST("/api/v1/documents/{document_id}/cancel", { params: { path: { document_id: id } } });
}

export async function deleteDocument(id: number): Promise<void> {
  await api.DELETE("/api/v1/documents/{document_id}", { params: { path: { document_id: id } } });
}

type Action = Omit<Schemas["BulkRequest"], "document_ids" | "add_tags" | "remove_tags"> & Partial<Pick<Schemas["BulkRequest"], "add_tags" | "remove_tags">>;

/** Do one thing to many documents, so many in a call; `at` hears how many are behind. */
export async function bulkAll(action: Action, ids: readonly number[], at?: (behind: number) => void): Promise<Schemas["BulkAnswer"]> {
  const all: Schemas["BulkAnswer"] = { done: [], not_done: [] };
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const answer = await dataOf(api.POST("/api/v1/documents/bulk", { body: { add_tags: [], remove_tags: [], ...action, document_ids: ids.slice(start, start + AT_ONCE) } }));
    all.done.push(...answer.done);
    all.not_done.push(...answer.not_done);
    at?.(Math.min(ids.length, start + AT_ONCE));
  }
  return all;
}

/** What was left undone and why, or nothing. */
export function notDone({ not_done: left }: Schemas["BulkAnswer"], t: TFunction): string {
  const first = left[0];
  return first ? t("library.notDone", { count: left.length, reason: first.detail }) : "";
}
