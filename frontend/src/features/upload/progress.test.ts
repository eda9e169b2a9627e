import { expect, test } from "vitest";
import type { DocumentStatus } from "@/shared/live/messages";
import { overWith, overallOf, rowsOf, secondsLeft, withSample } from "./progress";
import type { UploadItem } from "./queue";

function item(key: number, changes: Partial<UploadItem>): UploadItem {
  return { key, name: `${String(key)}.pdf`, size: 100, phase: "waiting", bytes: 0, documentId: null, collection: null, error: null, away: false, left: false, ...changes };
}

function status(id: number, state: string, done = 0, total = 0, code = ""): DocumentStatus {
  return { id, collection_id: 1, title: "", file_name: "", file_type: "pdf", language: "und", state, failure_code: code, failure_message: "", done, total, unit: "page", parts: 0, recognising: false, changed: "", own: false };
}

test("files stand where they need a person, are at work, wait or are done", () => {
  const live = new Map([status(1, "extracting", 5, 10), status(2, "failed", 0, 0, "password-needed"), status(3, "complete"), status(4, "received")].map((each) => [each.id, each]));
  const rows = rowsOf(
    [item(1, { phase: "sent", documentId: 1 }), item(2, { phase: "sent", documentId: 2 }), item(3, { phase: "sent", documentId: 3 }), item(4, { phase: "sent", documentId: 4 }), item(5, { phase: "refused" }), item(6, { phase: "sending", bytes: 50 }), item(7, { phase: "skipped" })],
    live,
  );
  expect(rows.map((row) => row.lane)).toEqual(["active", "needs", "done", "waiting", "needs", "active", "done"]);
  expect(rows.map((row) => row.share)).toEqual([0.725, 1, 1, 0.5, 1, 0.25, 1]);
  expect(overallOf(rows)).toMatchObject({ total: 7, added: 1, skipped: 1, stopped: 0, needs: 2, finished: false });
});

test("a scan whose pages are still being recognised is not added yet", () => {
  const rows = rowsOf([item(1, { phase: "sent", documentId: 1 })], new Map([[1, { ...status(1, "searchable", 1, 4), recognising: true }]]));
  expect(rows[0]).toMatchObject({ lane: "active", share: 0.6125 });
  expect(overallOf(rows)).toMatchObject({ added: 0, finished: false });
});

test("a container is added when the documents in it are", () => {
  const live = new Map([[1, { ...status(1, "complete"), parts: 4 }]]);
  const sent = [item(1, { phase: "sent", documentId: 1 })];
  expect(rowsOf(sent, live, new Map([[1, 4]]))[0]).toMatchObject({ lane: "active", unread: 4, share: 0.5 });
  expect(rowsOf(sent, live, new Map([[1, 1]]))[0]).toMatchObject({ lane: "active", unread: 1 });
  expect(rowsOf(sent, live, new Map([[1, 0]]))[0]).toMatchObject({ lane: "done", share: 1 });
});

test("nothing at all has no share and no NaN", () => {
  expect(overallOf([])).toEqual({ total: 0, added: 0, skipped: 0, stopped: 0, needs: 0, broken: 0, finished: true, share: 0 });
  expect(rowsOf([item(1, { size: 0 })], new Map())[0]?.share).toBe(0);
});

test("what was there already, was stopped or failed is not counted as added", () => {
  const live = new Map([status(1, "complete"), status(2, "failed", 0, 0, "damaged"), status(3, "failed", 0, 0, "cancelled")].map((each) => [each.id, each]));
  const rows = rowsOf(
    [item(1, { phase: "sent", documentId: 1 }), item(2, { phase: "sent", documentId: 2 }), item(3, { phase: "sent", documentId: 3 }), item(4, { phase: "skipped", documentId: 1 }), item(5, { phase: "cancelled" })],
    live,
  );
  expect(overallOf(rows)).toMatchObject({ total: 5, added: 1, skipped: 1, stopped: 2, needs: 1, finished: true, share: 1 });
});

test("a run that is over makes room for the next one, but for what needs a person", () => {
  const live = new Map([status(1, "complete"), status(2, "failed", 0, 0, "damaged"), status(3, "extracting")].map((each) => [each.id, each]));
  const over = [item(1, { phase: "sent", documentId: 1 }), item(2, { phase: "sent", documentId: 2 }), item(4, { phase: "skipped" })];
  expect(overWith(rowsOf(over, live))).toEqual([1, 4]);
  expect(overWith(rowsOf([...over, item(3, { phase: "sent", documentId: 3 })], live))).toEqual([]);
});

test("the number of files of a run stays, whichever of them fail, are put away or are tried again", () => {
  const live = (code: string) => new Map([status(1, "complete"), status(2, code ? "failed" : "extracting", 5, 10, code), status(3, "extracting", 5, 10)].map((each) => [each.id, each]));
  const sent = (changes: Partial<UploadItem> = {}) => [item(1, { phase: "sent", documentId: 1 }), item(2, { phase: "sent", documentId: 2, ...changes }), item(3, { phase: "sent", documentId: 3 })];
  const before = overallOf(rowsOf(sent(), live("")));
  const failed = overallOf(rowsOf(sent(), live("damaged")));
  const away = overallOf(rowsOf(sent({ away: true }), live("damaged")));
  expect([before, failed, away].map(({ total, added, needs, finished }) => ({ total, added, needs, finished }))).toEqual([
    { total: 3, added: 1, needs: 0, finished: false },
    { total: 3, added: 1, needs: 1, finished: false },
    { total: 3, added: 1, needs: 0, finished: false },
  ]);
  expect(away.share).toBe(failed.share);
});

test("what an earlier run left is none of the files of the next, unless it is tried again", () => {
  const live = new Map([status(1, "failed", 0, 0, "damaged"), status(2, "complete"), status(3, "extracting")].map((each) => [each.id, each]));
  const rows = rowsOf([item(1, { phase: "sent", documentId: 1, left: true }), item(2, { phase: "sent", documentId: 2, left: true }), item(3, { phase: "sent", documentId: 3 })], live);
  expect(overallOf(rows)).toMatchObject({ total: 2, added: 1, needs: 1, finished: false });
});

test("time left is said after five steady seconds, and not before", () => {
  const samples = [0, 2, 4].reduce((all, second) => withSample(all, { at: second * 1000, share: second / 20 }), [] as { at: number; share: number }[]);
  expect(secondsLeft(samples)).toBeNull();
  expect(secondsLeft(withSample(samples, { at: 10_000, share: 0.5 }))).toBeCloseTo(10);
});

test("files that are added make the rate begin anew", () => {
  expect(withSample([{ at: 0, share: 0.8 }], { at: 1000, share: 0.4 })).toEqual([{ at: 1000, share: 0.4 }]);
});

test("a file that was broken off needs a person, and is told apart", () => {
  const rows = rowsOf([item(1, { phase: "broken", bytes: 50 }), item(2, { phase: "refused" })], new Map());
  expect(rows.map((row) => row.lane)).toEqual(["needs", "needs"]);
  expect(overallOf(rows)).toMatchObject({ needs: 2, broken: 1, total: 2, added: 0, finished: true });
});
