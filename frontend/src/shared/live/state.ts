/** What the browser knows from the live channel, and how each message changes it. Pure. */
import type { Counts, DocumentStatus, LiveEvent, LiveSnapshot } from "./messages";

export interface LiveState {
  epoch: string;
  number: number;
  documents: ReadonlyMap<number, DocumentStatus>;
  counts: Counts | null;
}

export const EMPTY: LiveState = { epoch: "", number: 0, documents: new Map(), counts: null };

/** Finished documents are kept for a while, so that a tray can say that they are done. */
const KEPT = 2000;

export function afterSnapshot(state: LiveState, snapshot: LiveSnapshot): LiveState {
  const documents = new Map<number, DocumentStatus>();
  for (const status of snapshot.documents) documents.set(status.id, status);
  for (const [id, known] of state.documents)
    if (!documents.has(id)) documents.set(id, known.state === "failed" ? known : { ...known, state: "complete", recognising: false });
  return { epoch: snapshot.epoch, number: snapshot.number, documents, counts: snapshot.counts };
}

/** The state after an event, or null when events are missing and the server must be asked. */
export function afterEvent(state: LiveState, event: LiveEvent): LiveState | null {
  if (event.epoch !== state.epoch || event.number > state.number + 1) return null;
  if (event.number <= state.number) return state;
  const documents = new Map(state.documents);
  for (const status of event.documents) documents.set(status.id, status);
  for (const id of event.removed) documents.delete(id);
  for (const [id, status] of documents) {
    if (documents.size <= KEPT) break;
    if (status.state === "complete") documents.delete(id);
  }
  return { epoch: state.epoch, number: event.number, documents, counts: event.counts };
}

function isOver(state: string): boolean {
  return state === "complete" || state === "searchable" || state === "failed";
}

/**
 * The state after the server has answered an upload, which may be before its first event about that document, or after the last.
 * revised: the file is new and the document is not, so that what was known of it tells of the file before.
 */
export function afterAnswer(state: LiveState, status: DocumentStatus, revised: boolean): LiveState {
  const known = state.documents.get(status.id);
  if (known && !(revised && isOver(known.state))) return state;
  return { ...state, documents: new Map(state.documents).set(status.id, status) };
}
