import { queryOptions } from "@tanstack/react-query";
import { type Schemas, api, dataOf } from "@/shared/api/client";

export type Outline = Schemas["DocumentOutline"];

export const outlineQuery = (id: number) =>
  queryOptions({
    queryKey: ["outline", id],
    queryFn: () => dataOf(api.GET("/api/v1/documents/{document_id}/outline", { params: { path: { document_id: id }, query: { expand: [] } } })),
    staleTime: 60_000,
  });
