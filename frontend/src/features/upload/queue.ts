/** The files of this visit: three travel at a time, the rest wait their turn; each can be stopped or sent again. */
import { Store } from "@/shared/lib/store";
import { ApiProblem } from "@/shared/api/problem";
import { ATTEMPTS, connectionBack, pauseAfter, paused } from "./network";
import type { Answer, Send } from "./transport";

/** `offline`: it goes on by itself when the connection is back. `broken`: the page was left, so that the file has to be picked again. */
export type Phase = "waiting" | "offline" | "sending" | "sent" | "skipped" | "refused" | "cancelled" | "broken";

export interface UploadItem {
  key: number;
  name: string;
  size: number;
  phase: Phase;
  bytes: number;
  documentId: number | null;
  /** Where the same bytes lie already. */
  collection: { id: number; name: string } | null;
  error: { code: string; detail: string } | null;
  /** Put away by the person; it still counts among the files of its run. */
  away: boolean;
  /** Left of an earlier run, since it needs the person. */
  left: boolean;
}

export interface FileToSend {
  file: File;
  /** The path inside a dropped folder, or just the name. */
  path: string;
}

const AT_ONCE = 3;

interface Entry {
  source: FileToSend | null;
  collection: string | undefined;
  stop: AbortController | null;
  /** How often its connection was lost. */
  lost: number;
}

export class UploadQueue {
  readonly items = new Store<readonly UploadItem[]>([]);
  readonly startedAt = new Store<number>(0);
  /** Told of each answer before the queue itself changes. */
  onAnswer: (answer: Answer) => void = () => undefined;
  /** Told of the documents whose rows were put away. */
  onDismiss: (documents: readonly number[]) => void = () => undefined;
  private entries = new Map<number, Entry>();
  private next = 1;
  private travelling = 0;
  private resting = false;

  constructor(
    private readonly send: Send,
    private readonly back: (attempt: number) => Promise<void> = connectionBack,
    private readonly pause: (seconds: number) => Promise<void> = paused,
  ) {}

  add(files: readonly FileToSend[], collection?: string): void {
    if (files.length === 0) return;
    if (!this.busy()) this.startedAt.set(Date.now());
    const added = files.map((source): UploadItem => {
      const key = this.next++;
      this.entries.set(key, { source, collection, stop: null, lost: 0 });
      return { ...BLANK, key, name: source.path, size: source.file.size };
    });
    const again = (item: UploadItem) => item.phase === "broken" && added.some(({ name, size }) => name === item.name && size === item.size);
    this.items.set([...this.items.get().filter((item) => !again(item)), ...added]);
    this.pump();
  }

  /** Show documents of an earlier visit, or of another tab; their files are on the server already. */
  restore(documents: readonly { id: number; name: string; size: number }[]): void {
    const known = new Set(this.items.get().map((item) => item.documentId));
    const restored = documents.filter(({ id }) => !known.has(id)).map((document): UploadItem => {
      const key = this.next++;
      this.entries.set(key, { source: null, collection: undefined, stop: null, lost: 0 });
      return { ...BLANK, key, name: document.name, size: document.size, phase: "sent", bytes: document.size, documentId: document.id };
    });
    if (restored.length > 0) this.items.set([...restored, ...this.items.get()]);
  }

  /** Show files whose journey ended with an earlier page; bytes: how many of each the server keeps. */
  breakOff(files: readonly { name: string; size: number; bytes: number }[]): void {
    const broken = files.map((file): UploadItem => {
      const key = this.next++;
      this.entries.set(key, { source: null, collection: undefined, stop: null, lost: 0 });
      return { ...BLANK, ...file, key, phase: "broken" };
    });
    if (broken.length > 0) this.items.set([...broken, ...this.items.get()]);
  }

  /** Files that would be broken off if the page went now. */
  unsent(): readonly UploadItem[] {
    return this.items.get().filter((item) => isUnderWay(item) || (item.phase === "broken" && !item.away));
  }

  /** The connection is back: whatever waits for it, or has given up waiting, goes on at once. */
  hurry(): void {
    for (const { key, phase, error, away } of this.items.get()) if (!away && (phase === "offline" || (phase === "refused" && error?.code === "offline"))) this.retry(key);
  }

  busy(): boolean {
    return this.items.get().some((item) => isUnderWay(item));
  }

  cancel(key: number): void {
    this.entries.get(key)?.stop?.abort();
    const item = this.find(key);
    if (item && isUnderWay(item)) this.change(key, { phase: "cancelled" });
  }

  retry(key: number): void {
    const entry = this.entries.get(key);
    if (!entry?.source) return;
    entry.lost = 0;
    this.change(key, { phase: "waiting", error: null });
    this.pump();
  }

  /** Show these no more. They count on until the run is over, so that its sums do not change; when nothing is left to show, all are forgotten. */
  dismiss(keys: readonly number[]): void {
    const gone = new Set(keys);
    const items = this.items.get();
    this.onDismiss(items.flatMap(({ key, documentId, away }) => (!away && gone.has(key) && documentId !== null ? [documentId] : [])));
    if (items.every((item) => item.away || gone.has(item.key))) this.forget(items.map(({ key }) => key));
    else this.items.set(items.map((item) => (gone.has(item.key) ? { ...item, away: true } : item)));
  }

  /** A new run begins: what is over is forgotten, the rest is left of the run before. */
  beginAnew(over: readonly number[]): void {
    this.onDismiss(this.items.get().flatMap(({ key, documentId, away }) => (!away && over.includes(key) && documentId !== null ? [documentId] : [])));
    this.forget(over);
    this.items.set(this.items.get().map((item) => ({ ...item, left: true })));
  }

  private forget(keys: readonly number[]): void {
    const gone = new Set(keys);
    for (const key of gone) this.entries.delete(key);
    this.items.set(this.items.get().filter((item) => !gone.has(item.key)));
  }

  private find(key: number): UploadItem | undefined {
    return this.items.get().find((item) => item.key === key);
  }

  private change(key: number, changes: Partial<UploadItem>): void {
    this.items.set(this.items.get().map((item) => (item.key === key ? { ...item, ...changes } : item)));
  }

  private pump(): void {
    while (this.travelling < AT_ONCE && !this.resting) {
      const item = this.items.get().find((each) => each.phase === "waiting");
      if (!item) return;
      this.travelling += 1;
      void this.travel(item).finally(() => {
        this.travelling -= 1;
        this.pump();
      });
    }
  }

  private async travel(item: UploadItem): Promise<void> {
    const entry = this.entries.get(item.key);
    if (!entry?.source) return;
    const stop = new AbortController();
    entry.stop = stop;
    this.change(item.key, { phase: "sending" });
    try {
      const answer = await this.send(entry.source, {
        collection: entry.collection,
        signal: stop.signal,
        onBytes: (bytes) => {
          this.change(item.key, { bytes });
        },
      });
      this.arrived(item.key, answer);
    } catch (error) {
      if (stop.signal.aborted) return;
      const reason = reasonOf(error);
      const wait = pauseAfter(error);
      if (wait > 0) this.rest(item.key, wait);
      else if (reason.code === "offline" && entry.lost < ATTEMPTS) this.hold(item.key, entry);
      else this.change(item.key, { phase: "refused", error: reason });
    }
  }

  /** Send nothing while the server wants no more; the file goes on with the others. */
  private rest(key: number, seconds: number): void {
    this.change(key, { phase: "waiting", bytes: 0 });
    if (this.resting) return;
    this.resting = true;
    void this.pause(seconds).then(() => {
      this.resting = false;
      this.pump();
    });
  }

  /** Keep a file whose connection was lost until it can go on; large ones go on where they were. */
  private hold(key: number, entry: Entry): void {
    this.change(key, { phase: "offline" });
    void this.back(entry.lost++).then(() => {
      if (this.find(key)?.phase !== "offline") return;
      this.change(key, { phase: "waiting" });
      this.pump();
    });
  }

  private arrived(key: number, answer: Answer): void {
    this.onAnswer(answer);
    const item = this.find(key);
    if (!item || item.phase === "cancelled") return;
    const entry = this.entries.get(key);
    if (entry) entry.source = null;
    this.change(key, {
      phase: answer.outcome === "skipped" ? "skipped" : "sent",
      bytes: item.size,
      documentId: answer.documentId,
      collection: answer.collection,
    });
  }
}

function isUnderWay(item: UploadItem): boolean {
  return item.phase === "waiting" || item.phase === "offline" || item.phase === "sending";
}

const BLANK: UploadItem = { key: 0, name: "", size: 0, phase: "waiting", bytes: 0, documentId: null, collection: null, error: null, away: false, left: false };

function reasonOf(error: unknown): { code: string; detail: string } {
  if (error instanceof ApiProblem) return { code: error.code, detail: error.detail };
  return { code: "offline", detail: "" };
}
