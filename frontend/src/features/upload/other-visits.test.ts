import { expect, test } from "vitest";
import type { DocumentStatus } from "@/shared/live/messages";
import { adoptable } from "./other-visits";

function status(id: number, state: string, changes: Partial<DocumentStatus> = {}): DocumentStatus {
  return { id, collection_id: 1, title: "", file_name: "", file_type: "pdf", language: "und", state, failure_code: "", failure_message: "", done: 0, total: 0, unit: "page", parts: 0, recognising: false, changed: "", own: true, ...changes };
}

test("a person's own documents that are under way or failed are shown in every tab, until they are put away", () => {
  const told = [status(1, "received"), status(2, "extracting", { own: false }), status(3, "failed", { failure_code: "damaged" }), status(4, "failed", { failure_code: "cancelled" }), status(5, "complete"), status(6, "extracting")];
  expect(adoptable(told, new Set([6])).map(({ id }) => id)).toEqual([1, 3]);
});
