import { ApiProblem } from "@/shared/api/problem";

/** Waiting for a lost connection: until the browser is online again, else a little longer each time. */
const LONGEST_MS = 30_000;

/** How often a file is sent again while the browser believes that it is online. */
export const ATTEMPTS = 8;

/** A server that wants no more for longer than this is not waited for in silence. */
const LONGEST_PAUSE_SECONDS = 300;

/** Seconds after which a refused file may go on by itself; 0 when a person has to decide. */
export function pauseAfter(error: unknown): number {
  if (!(error instanceof ApiProblem) || error.status !== 429) return 0;
  return error.wait <= LONGEST_PAUSE_SECONDS ? error.wait : 0;
}

export function paused(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, seconds * 1000);
  });
}

export function connectionBack(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) {
      window.setTimeout(resolve, Math.min(LONGEST_MS, 500 * 2 ** attempt));
      return;
    }
    window.addEventListener(
      "online",
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
