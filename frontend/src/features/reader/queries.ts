import { queryOptions } from "@tanstack/react-query";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { type Draft, sectionsOf } from "./draft";

export type Outline = Schemas["DocumentOutline"];

export const outlineQuery = (id: number) =>
  queryOptions({
    queryKey: ["outline", id],
    queryFn: () => dataOf(api.GET("/api/v1/documents/{document_id}/outline", { params: { path: { document_id: id }, query: { expand: [] } } })),
    staleTime: 60_000,
  });

export function saveOutline(id: number, draft: Draft): Promise<Outline> {
  return dataOf(api.PUT("/api/v1/documents/{document_id}/outline", { params: { path: { document_id: id } }, body: { version: draft.version, sections: sectionsOf(draft), forget_lost: false } }));
}

export function revertOutline(id: number, version: number): Promise<Outline> {
  return dataOf(api.DELETE("/api/v1/documents/{document_id}/outline", { params: { path: { document_id: id }, query: { version } } }));
}
