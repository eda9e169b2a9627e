/** Names of collections. Pure. */
import type { TFunction } from "i18next";

/** What the server calls the collection that everybody begins with, until somebody renames it. */
const FIRST = "My documents";

export function collectionName(name: string, t: TFunction): string {
  return name === FIRST ? t("defaultCollection") : name;
}
