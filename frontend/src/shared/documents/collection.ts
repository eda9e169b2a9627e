/** Names of collections. Pure. */
import type { TFunction } from "i18next";

/** What the server calls the collection that everybody begins with, until somebody renames it. */
const FIRST = "My documents";

/** owner: whose it is, when it is somebody else's. For places where the owner is said beside it. */
export function plainCollectionName(name: string, t: TFunction, owner = ""): string {
  if (name !== FIRST) return name;
  return owner ? t("collections.firstOf", { owner }) : t("defaultCollection");
}

/** The name by which a collection cannot be taken for another one: somebody else's is named with its owner. */
export function collectionName(name: string, t: TFunction, owner = ""): string {
  return owner && name !== FIRST ? t("collections.named", { name, owner }) : plainCollectionName(name, t, owner);
}
