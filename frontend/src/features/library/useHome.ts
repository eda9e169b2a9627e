import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { collectionsQuery } from "@/shared/api/session";
import type { DocumentItem } from "@/shared/documents/queries";
import { useCollectionName } from "@/shared/documents/useCollectionName";

/** In which collection a document lies, in words; nothing where all that are shown lie in one. */
export function useHome(): (item: DocumentItem) => string {
  const { t } = useTranslation();
  const { data: collections } = useQuery(collectionsQuery);
  const chosen = useSearch({ from: "/inside/", select: (search) => search.collection?.length ?? 0 });
  const nameOf = useCollectionName();
  if ((collections?.length ?? 0) < 2 || chosen === 1) return () => "";
  return ({ collection }) => t("reader.in", { collection: nameOf(collection) });
}
