import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { ApiProblem, sentenceOf } from "@/shared/api/problem";
import type { Role } from "@/shared/documents/roles";

export type Member = Schemas["Member"];

/** Whom to share with: the name of a person, or of a group. */
export interface Invitee {
  kind: "user" | "group";
  name: string;
}

export const membersQuery = (id: number) =>
  queryOptions({
    queryKey: ["members", id],
    queryFn: () => dataOf(api.GET("/api/v1/collections/{collection_id}/members", { params: { path: { collection_id: id } } })),
  });

const path = (id: number) => ({ path: { collection_id: id } });

export const makeCollection = (name: string) => dataOf(api.POST("/api/v1/collections", { body: { name } }));

export const renameCollection = (id: number, name: string) => dataOf(api.PATCH("/api/v1/collections/{collection_id}", { params: path(id), body: { name } }));

export async function deleteCollection(id: number): Promise<void> {
  await api.DELETE("/api/v1/collections/{collection_id}", { params: path(id) });
}

export const share = (id: number, { kind, name }: Invitee, role: Role) =>
  dataOf(api.PUT("/api/v1/collections/{collection_id}/members", { params: path(id), body: { [kind]: name, role } }));

export async function unshare(id: number, member: number): Promise<void> {
  await api.DELETE("/api/v1/collections/{collection_id}/members/{member_id}", { params: { path: { collection_id: id, member_id: member } } });
}

export async function handOver(id: number, user: string): Promise<void> {
  await api.PUT("/api/v1/collections/{collection_id}/owner", { params: path(id), body: { user } });
}

export function inviteeOf(member: Member): Invitee {
  return member.user === null ? { kind: "group", name: member.group ?? "" } : { kind: "user", name: member.user };
}

/** Names, counts, facets and what one may do stand on many parts of the page. */
export function collectionsChanged(queries: QueryClient): void {
  for (const key of ["collections", "members", "facets", "documents", "document"]) void queries.invalidateQueries({ queryKey: [key] });
}

/** Refusals that a typed name brings about, in the language of the page; all others as the server tells them. */
export function nameProblem(error: unknown, sentences: { missing?: string; taken?: string }, t: TFunction): string {
  const status = error instanceof ApiProblem ? error.status : 0;
  if (status === 404 && sentences.missing) return sentences.missing;
  if (status === 409 && sentences.taken) return sentences.taken;
  return sentenceOf(error, t);
}
