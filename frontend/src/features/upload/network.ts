/** Waiting for a lost connection: until the browser is online again, else a little longer each time. */
const LONGEST_MS = 30_000;

/** How often a file is sent again while the browser believes that it is online. */
export const ATTEMPTS = 8;

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
