/** What the tray says of all files together. Pure. */
import type { DocumentStatus } from "@/shared/live/messages";
import type { UploadItem } from "./queue";

export type Lane = "needs" | "active" | "waiting" | "done";

export interface TrayRow {
  item: UploadItem;
  live: DocumentStatus | undefined;
  lane: Lane;
  /** 0 to 1: half for the bytes, half for the reading. */
  share: number;
  /** Documents in a container that are still being read. */
  unread: number;
}

const LANES: Record<Exclude<UploadItem["phase"], "sent">, Lane> = { refused: "needs", broken: "needs", sending: "active", waiting: "waiting", offline: "waiting", cancelled: "done", skipped: "done" };

function laneOf(item: UploadItem, live: DocumentStatus | undefined, unread: number): Lane {
  if (item.phase !== "sent") return LANES[item.phase];
  if (!live) return "done";
  if (live.state === "failed") return live.failure_code === "cancelled" ? "done" : "needs";
  if (live.state === "extracting" || live.recognising) return "active";
  if (live.state === "received") return "waiting";
  return unread > 0 ? "active" : "done";
}

function shareOf(item: UploadItem, live: DocumentStatus | undefined, lane: Lane, unread: number): number {
  if (lane === "done" || lane === "needs") return 1;
  if (item.phase !== "sent") return item.size > 0 ? 0.5 * Math.min(1, item.bytes / item.size) : 0;
  if (live && unread > 0) return 0.5 + 0.45 * (1 - Math.min(1, unread / Math.max(1, live.parts)));
  if (!live || live.state === "received" || live.total <= 0) return 0.5;
  return 0.5 + 0.45 * Math.min(1, live.done / live.total);
}

/** unread: how many documents in each container are still being read, as far as that is known. */
export function rowsOf(items: readonly UploadItem[], live: ReadonlyMap<number, DocumentStatus>, unread: ReadonlyMap<number, number> = new Map()): TrayRow[] {
  return items.map((item) => {
    const status = item.documentId === null ? undefined : live.get(item.documentId);
    const inside = (item.phase === "sent" && status && unread.get(status.id)) || 0;
    const lane = laneOf(item, status, inside);
    return { item, live: status, lane, share: shareOf(item, status, lane, inside), unread: inside };
  });
}

export interface Overall {
  /** The files of this run, whatever becomes of them and whether they are still shown: it changes only when files are added. */
  total: number;
  /** Of these, how many are documents now. */
  added: number;
  skipped: number;
  stopped: number;
  needs: number;
  /** Of these, files that have to be picked again. */
  broken: number;
  finished: boolean;
  share: number;
}

export function isStopped({ item, live, lane }: TrayRow): boolean {
  return lane === "done" && (item.phase === "cancelled" || live?.state === "failed");
}

export function overallOf(rows: readonly TrayRow[]): Overall {
  const shown = rows.filter((row) => !row.item.away);
  // what an earlier run left counts again when it is tried again
  const own = rows.filter(({ item, lane }) => !item.left || (lane !== "needs" && !item.away));
  const skipped = own.filter((row) => row.item.phase === "skipped").length;
  const stopped = own.filter(isStopped).length;
  const sum = own.reduce((all, row) => all + (row.item.away ? 1 : row.share), 0);
  return {
    total: own.length,
    added: own.filter((row) => row.lane === "done").length - skipped - stopped,
    skipped,
    stopped,
    needs: shown.filter((row) => row.lane === "needs").length,
    broken: shown.filter((row) => row.item.phase === "broken").length,
    finished: !shown.some((row) => row.lane === "active" || row.lane === "waiting"),
    share: own.length > 0 ? sum / own.length : Math.min(1, rows.length),
  };
}

/** Rows of an earlier run that nobody waits for, to be forgotten when the next run begins; none while one is under way. */
export function overWith(rows: readonly TrayRow[]): number[] {
  if (!overallOf(rows).finished) return [];
  return rows.filter((row) => row.lane === "done" || row.item.away).map((row) => row.item.key);
}

/** Before this nothing is said of the time that is left. */
export const STEADY_SECONDS = 5;

export interface Sample {
  at: number;
  share: number;
}

/** Keep the last half minute of samples; a share that fell (files were added) starts anew. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && sample.share < last.share) return [sample];
  return [...samples.filter((each) => sample.at - each.at <= 30_000), sample];
}

/** Seconds that are left at the rate of the samples, or null while it is not steady. */
export function secondsLeft(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) return null;
  const seconds = (last.at - first.at) / 1000;
  const gained = last.share - first.share;
  if (seconds < STEADY_SECONDS || gained <= 0 || last.share >= 1) return null;
  return ((1 - last.share) * seconds) / gained;
}
