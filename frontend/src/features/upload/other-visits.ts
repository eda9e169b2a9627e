import { useEffect } from "react";
import type { DocumentStatus } from "@/shared/live/messages";
import { useLink, useLiveState } from "@/shared/live/context";
import type { UploadQueue } from "./queue";
import { dismissedDocuments, takeUnsent } from "./remembered";
import { keptBytes } from "./transport";

/** Documents that a person gave in another tab, or before this page, and that are not readable yet, or failed. */
export function adoptable(documents: Iterable<DocumentStatus>, dismissed: ReadonlySet<number>): DocumentStatus[] {
  const unfinished = (status: DocumentStatus) =>
    status.state === "received" || status.state === "extracting" || (status.state === "failed" && status.failure_code !== "cancelled");
  return [...documents].filter((status) => status.own && unfinished(status) && !dismissed.has(status.id));
}

/** Show what other tabs and earlier visits of this person left: what the server still reads, and what was broken off. */
export function useOtherVisits(queue: UploadQueue, person: string | undefined): void {
  const { documents } = useLiveState();
  const link = useLink();
  useEffect(() => {
    // While files of this page travel, a document may be told of before its own upload is answered.
    if (queue.busy()) return;
    queue.restore(adoptable(documents.values(), dismissedDocuments()).map(({ id, file_name }) => ({ id, name: file_name, size: 0 })));
  }, [queue, documents]);
  useEffect(() => {
    if (link === "open") queue.hurry();
  }, [queue, link]);
  useEffect(() => {
    if (person === undefined) return;
    const files = takeUnsent(person);
    if (files.length === 0) return;
    void Promise.all(files.map(async (file) => ({ ...file, bytes: await keptBytes(file).catch(() => 0) }))).then((broken) => {
      queue.breakOff(broken);
    });
  }, [queue, person]);
}
