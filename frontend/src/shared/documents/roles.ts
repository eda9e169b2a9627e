/** What the caller may do in a collection. */
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@/shared/api/client";
import { collectionsQuery } from "@/shared/api/session";

export type Role = Schemas["Role"];
export type CollectionItem = Schemas["CollectionItem"];

export const ROLES: readonly Role[] = ["reader", "editor", "manager"];

const RANK: Record<Role, number> = { reader: 0, editor: 1, manager: 2 };

export function mayEdit(role: Role | undefined): boolean {
  return role !== undefined && RANK[role] >= RANK.editor;
}

function roleIn(collections: readonly CollectionItem[] | undefined, id: number): Role | undefined {
  return collections?.find((each) => each.id === id)?.role;
}

/** Whether documents of a collection may be changed; not, as long as that is not known. */
export function useMayEdit(collectionId: number): boolean {
  const { data } = useQuery(collectionsQuery);
  return mayEdit(roleIn(data, collectionId));
}

/** Whether it is known that documents of a collection may only be read. */
export function useIsReadOnly(collectionId: number): boolean {
  const { data } = useQuery(collectionsQuery);
  return roleIn(data, collectionId) === "reader";
}

/** Whether each of many documents may be changed. */
export function useMayEditAll(): (documents: readonly { collection: { id: number } }[]) => boolean {
  const { data } = useQuery(collectionsQuery);
  return (documents) => documents.every((each) => mayEdit(roleIn(data, each.collection.id)));
}

/** The collection that takes files while it alone is shown, when it is one that may only be read; else null. */
export function useReadOnlyTarget(chosen: readonly string[] | undefined): CollectionItem | null {
  const { data } = useQuery(collectionsQuery);
  const only = chosen?.length === 1 ? chosen[0] : undefined;
  const found = only === undefined ? undefined : data?.find((each) => String(each.id) === only);
  return found && !mayEdit(found.role) ? found : null;
}
