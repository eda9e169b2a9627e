import { expect, test } from "vitest";
import type { DocumentStatus, LiveEvent } from "./messages";
import { EMPTY, afterAnswer, afterEvent, afterSnapshot } from "./state";

const counts = { received: 0, extracting: 0, searchable: 0, complete: 0, failed: 0 };

function status(id: number, state: string): DocumentStatus {
  return { id, collection_id: 1, title: "", file_name: "", file_type: "pdf", language: "und", state, failure_code: "", failure_message: "", done: 0, total: 0, unit: "page", parts: 0, recognising: false, changed: "", own: false };
}

function event(number: number, documents: DocumentStatus[] = [], removed: number[] = []): LiveEvent {
  return { type: "event", epoch: "e", number, documents, removed, calls: 0, counts };
}

const start = afterSnapshot(EMPTY, { type: "snapshot", epoch: "e", number: 4, documents: [status(1, "extracting")], counts });

test("an event that follows changes what is known", () => {
  const next = afterEvent(start, event(5, [status(2, "received")], [1]));
  expect([...(next?.documents.keys() ?? [])]).toEqual([2]);
  expect(next?.number).toBe(5);
});

test("a gap or another epoch asks for what was missed", () => {
  expect(afterEvent(start, event(6))).toBeNull();
  expect(afterEvent(start, { ...event(5), epoch: "other" })).toBeNull();
});

test("an event that was told already changes nothing", () => {
  expect(afterEvent(start, event(4, [status(1, "failed")]))).toBe(start);
});

test("what a snapshot no longer lists was finished while nobody looked", () => {
  const next = afterSnapshot(start, { type: "snapshot", epoch: "f", number: 0, documents: [], counts });
  expect(next.documents.get(1)?.state).toBe("complete");
});

test("a document that was just given is known before its first event, and an event before the answer counts more", () => {
  expect(afterAnswer(start, status(9, "received"), false).documents.get(9)?.state).toBe("received");
  const told = afterEvent(start, event(5, [status(9, "complete")])) ?? start;
  expect(afterAnswer(told, status(9, "received"), false)).toBe(told);
});

test("a new file of a document is not finished because the one before was", () => {
  const told = afterEvent(start, event(5, [status(9, "complete"), status(8, "extracting")])) ?? start;
  expect(afterAnswer(told, status(9, "received"), true).documents.get(9)?.state).toBe("received");
  expect(afterAnswer(told, status(8, "received"), true)).toBe(told);
});
