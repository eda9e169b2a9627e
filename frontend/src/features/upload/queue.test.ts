// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { ApiProblem } from "@/shared/api/problem";
import { UploadQueue } from "./queue";
import type { DocumentStatus } from "@/shared/live/messages";
import type { Answer, Journey, Send } from "./transport";

const file = (name: string) => ({ file: new File(["abc"], name), path: name });

function doors() {
  const open: { name: string; journey: Journey; finish: (answer: Answer) => void; fail: (error: unknown) => void }[] = [];
  const send: Send = (source, journey) =>
    new Promise((finish, fail) => {
      open.push({ name: source.path, journey, finish, fail });
    });
  return { open, send };
}

const STATUS: DocumentStatus = { id: 0, collection_id: 1, title: "", file_name: "", file_type: "txt", language: "und", state: "received", failure_code: "", failure_message: "", done: 0, total: 0, unit: "page", parts: 0, recognising: false, changed: "", own: false };
const added = (documentId: number): Answer => ({ outcome: "added", documentId, collection: { id: 1, name: "My documents" }, status: { ...STATUS, id: documentId } });
const phases = (queue: UploadQueue) => queue.items.get().map((item) => item.phase);

test("three files travel at once, the next when one has arrived", async () => {
  const { open, send } = doors();
  const queue = new UploadQueue(send);
  queue.add(["a", "b", "c", "d"].map(file));
  expect(phases(queue)).toEqual(["sending", "sending", "sending", "waiting"]);
  open[0]?.finish(added(1));
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["sent", "sending", "sending", "sending"]);
  });
});

test("cancelling stops the journey and frees its place", async () => {
  const { open, send } = doors();
  const queue = new UploadQueue(send);
  queue.add(["a", "b", "c", "d"].map(file));
  queue.cancel(1);
  expect(open[0]?.journey.signal.aborted).toBe(true);
  open[0]?.fail(new DOMException("Stopped", "AbortError"));
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["cancelled", "sending", "sending", "sending"]);
  });
});

test("a refused file keeps its reason and can be sent again", async () => {
  const { open, send } = doors();
  const queue = new UploadQueue(send);
  queue.add([file("a")]);
  open[0]?.fail(new ApiProblem(413, "too-large", "Too large (limit 200 MB). Split it."));
  await vi.waitFor(() => {
    expect(queue.items.get()[0]).toMatchObject({ phase: "refused", error: { code: "too-large" } });
  });
  queue.retry(1);
  await vi.waitFor(() => {
    expect(open).toHaveLength(2);
  });
  expect(phases(queue)).toEqual(["sending"]);
});

test("bytes that are there already are said, with their place", async () => {
  const { open, send } = doors();
  const queue = new UploadQueue(send);
  queue.add([file("a")]);
  open[0]?.finish({ outcome: "skipped", documentId: 9, collection: { id: 2, name: "Operations" }, status: { ...STATUS, id: 9 } });
  await vi.waitFor(() => {
    expect(queue.items.get()[0]).toMatchObject({ phase: "skipped", collection: { id: 2, name: "Operations" }, documentId: 9 });
  });
});

test("a lost connection is waited for, and the file goes on by itself", async () => {
  const { open, send } = doors();
  let back: (() => void) | undefined;
  const queue = new UploadQueue(send, () => new Promise((resolve) => (back = resolve)));
  queue.add([file("a")]);
  open[0]?.fail(new TypeError("The connection was lost"));
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["offline"]);
  });
  expect(queue.busy()).toBe(true);
  expect(open).toHaveLength(1);
  back?.();
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["sending"]);
  });
  open[1]?.finish(added(1));
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["sent"]);
  });
});

test("a file that was stopped while it waited for the connection stays stopped", async () => {
  const { open, send } = doors();
  let back: (() => void) | undefined;
  const queue = new UploadQueue(send, () => new Promise((resolve) => (back = resolve)));
  queue.add([file("a")]);
  open[0]?.fail(new TypeError("The connection was lost"));
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["offline"]);
  });
  queue.cancel(1);
  back?.();
  await Promise.resolve();
  expect(phases(queue)).toEqual(["cancelled"]);
  expect(open).toHaveLength(1);
});

test("a connection that is never good is given up with its reason", async () => {
  let sent = 0;
  const queue = new UploadQueue(
    () => {
      sent += 1;
      return Promise.reject(new TypeError("The connection was lost"));
    },
    () => Promise.resolve(),
  );
  queue.add([file("a")]);
  await vi.waitFor(() => {
    expect(queue.items.get()[0]).toMatchObject({ phase: "refused", error: { code: "offline" } });
  });
  expect(sent).toBe(9);
});

test("what the server answered is told before the file counts as sent", async () => {
  const { open, send } = doors();
  const queue = new UploadQueue(send);
  const told: string[] = [];
  queue.onAnswer = ({ status }) => {
    told.push(`${status.state} ${String(queue.items.get()[0]?.phase)}`);
  };
  queue.add([file("a")]);
  open[0]?.finish(added(1));
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["sent"]);
  });
  expect(told).toEqual(["received sending"]);
});

test("a server that wants no more for a moment is waited for, by all files", async () => {
  const { open, send } = doors();
  const waits: number[] = [];
  let goOn: (() => void) | undefined;
  const queue = new UploadQueue(
    send,
    () => Promise.resolve(),
    (seconds) => {
      waits.push(seconds);
      return new Promise((resolve) => (goOn = resolve));
    },
  );
  queue.add(["a", "b", "c", "d"].map(file));
  const refusal = () => new ApiProblem(429, "too-many-requests", "Files in a minute: at most 3. Wait 20 seconds.", 20);
  open[0]?.fail(refusal());
  open[1]?.fail(refusal());
  open[2]?.finish(added(3));
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["waiting", "waiting", "sent", "waiting"]);
  });
  expect(queue.busy()).toBe(true);
  expect(waits).toEqual([20]);
  expect(open).toHaveLength(3);
  goOn?.();
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["sending", "sending", "sent", "sending"]);
  });
});

test("a day that is spent is said, not waited for", async () => {
  const { open, send } = doors();
  const queue = new UploadQueue(send);
  queue.add([file("a")]);
  open[0]?.fail(new ApiProblem(429, "too-many-requests", "Go on after midnight UTC.", 40_000));
  await vi.waitFor(() => {
    expect(queue.items.get()[0]).toMatchObject({ phase: "refused", error: { detail: "Go on after midnight UTC." } });
  });
});

test("a file that was broken off goes when the same one is picked again", () => {
  const queue = new UploadQueue(doors().send);
  queue.breakOff([{ name: "a", size: 3, bytes: 2 }, { name: "b", size: 9, bytes: 0 }]);
  queue.add(["a", "b"].map(file));
  expect(queue.items.get().map(({ name, phase }) => `${name} ${phase}`)).toEqual(["b broken", "a sending", "b sending"]);
});

test("a document is shown once, however often it is told of, and stays away when it was put away", () => {
  const queue = new UploadQueue(doors().send);
  const away: number[] = [];
  queue.onDismiss = (documents) => { away.push(...documents); };
  const document = { id: 7, name: "a.pdf", size: 0 };
  queue.restore([document]);
  queue.restore([document]);
  expect(queue.items.get()).toHaveLength(1);
  queue.dismiss(queue.items.get().map((item) => item.key));
  expect(away).toEqual([7]);
});

test("what is put away counts until its run is over, and a new run knows what was left", () => {
  const queue = new UploadQueue(doors().send);
  queue.breakOff(["a", "b", "c"].map((name) => ({ name, size: 9, bytes: 0 })));
  queue.dismiss([1]);
  expect(queue.items.get().map(({ away }) => away)).toEqual([true, false, false]);
  expect(queue.unsent().map(({ name }) => name)).toEqual(["b", "c"]);
  queue.beginAnew([1]);
  expect(queue.items.get().map(({ name, left }) => `${name} ${String(left)}`)).toEqual(["b true", "c true"]);
  queue.dismiss([2]);
  queue.dismiss([3]);
  expect(queue.items.get()).toEqual([]);
});

test("what waits for the connection goes on when it is back", async () => {
  const { open, send } = doors();
  const queue = new UploadQueue(send, () => new Promise(() => undefined));
  queue.add([file("a")]);
  open[0]?.fail(new TypeError("lost"));
  await vi.waitFor(() => {
    expect(phases(queue)).toEqual(["offline"]);
  });
  queue.hurry();
  expect(phases(queue)).toEqual(["sending"]);
});
