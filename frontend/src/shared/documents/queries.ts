import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { type Filters, type Sort, queryOf } from "./filters";

export type DocumentItem = Schemas["DocumentItem"];
export type DocumentDetail = Schemas["DocumentDetail"];

const PAGE = 100;

export const documentsQuery = (filters: Filters, sort: Sort, q: string) =>
  infiniteQueryOptions({
    queryKey: ["documents", { filters, sort, q }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET("/api/v1/documents", {
          params: { query: { ...queryOf(filters), sort, q, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 5_000,
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

export function bulk(body: Omit<Schemas["BulkRequest"], "add_tags" | "remove_tags"> & Partial<Schemas["BulkRequest"]>): Promise<Schemas["BulkAnswer"]> {
  return dataOf(api.POST("/api/v1/documents/bulk", { body: { add_tags: [], remove_tags: [], ...body } }));
}
