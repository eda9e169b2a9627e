/** When the server is there again after it was not. */
const bus = new EventTarget();
let last = Number.NEGATIVE_INFINITY;

/** Something that was asked for just before may come to fail only now. */
const FRESH = 8_000;
const SOON = 1_000;

export function tellReconnected(): void {
  last = performance.now();
  bus.dispatchEvent(new Event("back"));
}

/** Be told when the server is back, or soon when it came back a moment ago. */
export function onReconnect(run: () => void): () => void {
  const timer = performance.now() - last < FRESH ? setTimeout(run, SOON) : undefined;
  bus.addEventListener("back", run);
  return () => {
    clearTimeout(timer);
    bus.removeEventListener("back", run);
  };
}
