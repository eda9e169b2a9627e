import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { collectionsQuery, sessionQuery } from "@/shared/api/session";
import { collectionName } from "./collection";

interface Named {
  id: number;
  name: string;
}

/** Whose a collection is, when it is known to be somebody else's, else nothing. */
export function useForeignOwner(): (id: number) => string {
  const { data: collections } = useQuery(collectionsQuery);
  const { data: session } = useQuery(sessionQuery);
  return (id) => {
    const owner = collections?.find((each) => each.id === id)?.owner ?? "";
    return owner === session?.user?.username ? "" : owner;
  };
}

/** Names a collection so that one of somebody else is not taken for one's own. */
export function useCollectionName(): (collection: Named) => string {
  const { t } = useTranslation();
  const ownerOf = useForeignOwner();
  return ({ id, name }) => collectionName(name, t, ownerOf(id));
}
