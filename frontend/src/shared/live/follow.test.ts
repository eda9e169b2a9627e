import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { LiveConnection } from "./connection";
import { followEvents } from "./follow";
import type { DocumentStatus, LiveEvent } from "./messages";

function status(changes: Partial<DocumentStatus>): DocumentStatus {
  return { id: 7, collection_id: 1, title: "", file_name: "", file_type: "md", language: "en", state: "complete", failure_code: "", failure_message: "", done: 0, total: 0, unit: "page", parts: 0, recognising: false, changed: "2026-01-01T00:00:00Z", own: false, ...changes };
}

/** A page that follows events and shows a document: whether it has to ask for it again, once it was told. */
function page(): { isStaleAfter: (document: DocumentStatus) => boolean } {
  let told: (event: LiveEvent, anew: boolean) => void = () => undefined;
  const connection = {
    watch: (watcher: typeof told) => { told = watcher; return () => undefined; },
    link: { get: () => "open", subscribe: () => () => undefined },
  } as unknown as LiveConnection;
  const queries = new QueryClient();
  followEvents(connection, queries);
  const counts = { received: 0, extracting: 0, searchable: 0, complete: 0, failed: 0 };
  return {
    isStaleAfter: (document) => {
      queries.setQueryData(["document", document.id], document);
      told({ type: "event", epoch: "e", number: 1, documents: [document], removed: [], calls: 0, counts }, false);
      return queries.getQueryState(["document", document.id])?.isInvalidated ?? false;
    },
  };
}

test("a new version that came and was read between two events is asked for", () => {
  const { isStaleAfter } = page();
  expect(isStaleAfter(status({}))).toBe(true);
  expect(isStaleAfter(status({}))).toBe(false);
  expect(isStaleAfter(status({ changed: "2026-01-01T00:00:01Z" }))).toBe(true);
});

test("progress alone asks for nothing", () => {
  const { isStaleAfter } = page();
  expect(isStaleAfter(status({ state: "extracting", done: 1, total: 9 }))).toBe(true);
  expect(isStaleAfter(status({ state: "extracting", done: 2, total: 9 }))).toBe(false);
});
