import { useQueries } from "@tanstack/react-query";
import { documentQuery } from "@/shared/documents/queries";
import type { DocumentStatus } from "@/shared/live/messages";
import type { UploadItem } from "./queue";

/** The live channel tells of a container and of each part by themselves; how many are left is asked for. */
const ASK_EVERY = 2_000;

/** How many documents in each container of this visit are still being read; all of them, until that is known. */
export function useUnread(items: readonly UploadItem[], live: ReadonlyMap<number, DocumentStatus>): ReadonlyMap<number, number> {
  const containers = items.flatMap((item) => {
    const status = item.documentId === null || item.phase !== "sent" ? undefined : live.get(item.documentId);
    return status && status.parts > 0 ? [status] : [];
  });
  const answers = useQueries({
    queries: containers.map(({ id }) => ({
      ...documentQuery(id),
      refetchInterval: (query: { state: { data?: { parts_unfinished: number } | undefined } }) => ((query.state.data?.parts_unfinished ?? 0) > 0 ? ASK_EVERY : false),
    })),
    combine: (results) => results.map((each) => (each.isError ? 0 : (each.data?.parts_unfinished ?? null))),
  });
  return new Map(containers.map((container, index) => [container.id, answers[index] ?? container.parts]));
}
