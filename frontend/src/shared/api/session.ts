import { queryOptions } from "@tanstack/react-query";
import { type Schemas, api, dataOf } from "./client";

export type Session = Schemas["SessionState"];

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => dataOf(api.GET("/api/v1/session")),
  staleTime: 5 * 60_000,
});

export const statusQuery = queryOptions({
  queryKey: ["status"],
  queryFn: () => dataOf(api.GET("/api/v1/status")),
  staleTime: 10_000,
});

export const collectionsQuery = queryOptions({
  queryKey: ["collections"],
  queryFn: () => dataOf(api.GET("/api/v1/collections")),
  staleTime: 30_000,
});
