import { expect, test } from "vitest";
import type { DocumentStatus, LiveEvent } from "./messages";
import { EMPTY, afterEvent, afterSnapshot } from "./state";

const counts = { received: 0, extracting: 0, searchable: 0, complete: 0, failed: 0 };

function status(id: number, state: string): DocumentStatus {
  return { id, collection_id: 1, title: "", file_name: "", file_type: "pdf", language: "und", state, failure_code: "", failure_message: "", done: 0, total: 0, unit: "page", parts: 0, recognising: false };
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
