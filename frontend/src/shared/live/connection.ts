import { Store } from "@/shared/lib/store";
import type { DocumentStatus, LiveEvent, LiveMessage } from "./messages";
import { EMPTY, type LiveState, afterEvent, afterSnapshot } from "./state";

export type Link = "connecting" | "open" | "lost" | "signed-out";

/** Answers with where unfinished documents stand, for times when the socket is not there. */
export type Poll = () => Promise<DocumentStatus[]>;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const POLL_EVERY = 2_500;
const SIGNED_OUT = 4401;

/** The one socket of this tab: reconnects with growing pauses, resumes, and polls while it is away. */
export class LiveConnection {
  readonly state = new Store<LiveState>(EMPTY);
  readonly link = new Store<Link>("connecting");
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private poller: ReturnType<typeof setInterval> | undefined;
  private watchers = new Set<(event: LiveEvent) => void>();
  private stopped = true;

  constructor(private readonly poll: Poll) {}

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.open();
    window.addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.poller);
    this.poller = undefined;
    window.removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.socket = null;
    this.state.set(EMPTY);
  }

  /** Be told of every event, after the state has taken it in. */
  watch(watcher: (event: LiveEvent) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private hurry = (): void => {
    if (this.socket || this.stopped || document.visibilityState !== "visible") return;
    clearTimeout(this.timer);
    this.open();
  };

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.hello();
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      this.take(JSON.parse(message.data) as LiveMessage);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code);
    };
  }

  private hello(): void {
    const { epoch, number } = this.state.get();
    this.socket?.send(JSON.stringify({ type: "hello", epoch, number }));
    this.wait = FIRST_WAIT;
    clearInterval(this.poller);
    this.poller = undefined;
    this.link.set("open");
  }

  private lost(code: number): void {
    this.socket = null;
    if (this.stopped) return;
    if (code === SIGNED_OUT) {
      this.link.set("signed-out");
      return;
    }
    this.link.set("lost");
    this.poller ??= setInterval(() => void this.pollOnce(), POLL_EVERY);
    this.timer = setTimeout(() => {
      this.open();
    }, this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private async pollOnce(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    try {
      const statuses = await this.poll();
      const before = this.state.get();
      const documents = new Map(before.documents);
      for (const status of statuses) documents.set(status.id, status);
      this.state.set({ ...before, documents });
    } catch {
      // The server is away too; the next turn asks again.
    }
  }

  private take(message: LiveMessage): void {
    if (message.type === "snapshot") {
      this.state.set(afterSnapshot(this.state.get(), message));
      this.tell({ ...message, type: "event", removed: [], calls: 1 });
      return;
    }
    const next = afterEvent(this.state.get(), message);
    if (next === null) {
      this.hello();
      return;
    }
    this.state.set(next);
    this.tell(message);
  }

  private tell(event: LiveEvent): void {
    for (const watcher of this.watchers) watcher(event);
  }
}
