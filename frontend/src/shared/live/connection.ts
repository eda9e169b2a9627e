import { signedOut } from "@/shared/api/client";
import { Store } from "@/shared/lib/store";
import type { DocumentStatus, LiveEvent, LiveMessage } from "./messages";
import { EMPTY, type LiveState, afterAnswer, afterEvent, afterSnapshot } from "./state";

export type Link = "connecting" | "open" | "lost" | "signed-out";

/** Answers with where unfinished documents stand, for times when the socket is not there. */
export type Poll = () => Promise<DocumentStatus[]>;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const POLL_EVERY = 2_500;
const SIGNED_OUT = 4401;
/** After so long without news of documents that an upload was answered with, everything is asked for anew. */
const QUIET = 5_000;

/** The one socket of this tab: reconnects with growing pauses, resumes, and polls while it is away. */
export class LiveConnection {
  readonly state = new Store<LiveState>(EMPTY);
  readonly link = new Store<Link>("connecting");
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private poller: ReturnType<typeof setInterval> | undefined;
  private watchers = new Set<(event: LiveEvent, anew: boolean) => void>();
  /** Documents that are known from an answer only. */
  private unconfirmed = new Set<number>();
  private quiet: ReturnType<typeof setTimeout> | undefined;
  /** Whether the server has let the present socket in. */
  private welcome = false;
  private stopped = true;

  constructor(private readonly poll: Poll) {}

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.open();
    window.addEventListener("online", this.hurry);
    window.addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.hurry);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.poller);
    this.poller = undefined;
    clearTimeout(this.quiet);
    this.unconfirmed.clear();
    window.removeEventListener("online", this.hurry);
    window.removeEventListener("offline", this.doubt);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.socket = null;
    this.state.set(EMPTY);
  }

  /** Take in what an upload was answered with, so that nobody takes the file for read before the first event. */
  learn(status: DocumentStatus, revised: boolean): void {
    const before = this.state.get();
    const after = afterAnswer(before, status, revised);
    if (after === before) return;
    this.state.set(after);
    this.unconfirmed.add(status.id);
    this.wonder();
  }

  private confirm(event: LiveEvent): void {
    if (this.unconfirmed.size === 0) return;
    for (const { id } of event.documents) this.unconfirmed.delete(id);
    for (const id of event.removed) this.unconfirmed.delete(id);
    this.wonder();
  }

  /** An event may have come before the answer that it followed, and then none will. */
  private wonder(): void {
    clearTimeout(this.quiet);
    if (this.unconfirmed.size === 0) return;
    this.quiet = setTimeout(() => {
      if (this.link.get() === "open") this.socket?.send(JSON.stringify({ type: "hello", epoch: "", number: 0 }));
    }, QUIET);
  }

  /** Be told of every event, after the state has taken it in; anew: whatever was fetched may be old. */
  watch(watcher: (event: LiveEvent, anew: boolean) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private hurry = (): void => {
    if (this.socket || this.stopped || document.visibilityState !== "visible") return;
    clearTimeout(this.timer);
    this.open();
  };

  /** The browser lost its network: a socket may look open for minutes after, and one to this very machine may go on. */
  private doubt = (): void => {
    this.poll().catch(() => {
      const socket = this.socket;
      if (!socket || this.stopped) return;
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
      this.lost(0);
    });
  };

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/live`);
    this.socket = socket;
    this.welcome = false;
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
    if (code === SIGNED_OUT && this.welcome) {
      this.open(); // this tab or another may have begun a session since, as after a new password
      return;
    }
    if (code === SIGNED_OUT) {
      this.link.set("signed-out");
      signedOut.dispatchEvent(new Event("signed-out"));
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
    this.welcome = true;
    if (message.type === "snapshot") {
      const before = this.state.get();
      this.state.set(afterSnapshot(before, message));
      this.unconfirmed.clear();
      this.tell({ ...message, type: "event", removed: [], calls: 1 }, before.epoch !== "");
      return;
    }
    const next = afterEvent(this.state.get(), message);
    if (next === null) {
      this.hello();
      return;
    }
    this.state.set(next);
    this.confirm(message);
    this.tell(message);
  }

  private tell(event: LiveEvent, anew = false): void {
    for (const watcher of this.watchers) watcher(event, anew);
  }
}
