/** Unsaved outlines of this visit: a new reading of the document, or a look at another page, does not lose them. */
import { type Draft, isChanged } from "./draft";

const kept = new Map<number, Draft>();

export function keptDraft(documentId: number): Draft | null {
  return kept.get(documentId) ?? null;
}

export function keepDraft(documentId: number, draft: Draft | null): void {
  if (draft && isChanged(draft)) kept.set(documentId, draft);
  else kept.delete(documentId);
}
