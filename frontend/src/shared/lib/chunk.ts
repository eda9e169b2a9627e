/**
 * Pieces of the program that are fetched when they are needed. Browsers remember for the life of a page that an address of a
 * module failed, so that a piece is asked for again by another address.
 */

/** A piece did not arrive. stale: the server is there, so that only loading the whole page anew helps, mostly after an update. */
export class ChunkLost extends TypeError {
  constructor(readonly stale: boolean) {
    super("A part of the page did not arrive.");
    this.name = "ChunkLost";
  }
}

export type Bring<T> = () => Promise<T>;

const ADDRESS = /https?:\/\/[^\s"'?]+\.js/;
let turns = 0;

/** Ask once more for the styles that did not come with a piece. */
async function restyle(): Promise<void> {
  const lost = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) => !link.sheet);
  await Promise.all(
    lost.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const next = link.cloneNode() as HTMLLinkElement;
          next.onload = () => {
            resolve();
          };
          next.onerror = () => {
            reject(new ChunkLost(false));
          };
          link.replaceWith(next);
        }),
    ),
  );
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: "HEAD", cache: "no-store" })).status < 500;
  } catch {
    return false;
  }
}

async function again<T>(bring: Bring<T>, error: unknown, load: (address: string) => Promise<unknown>): Promise<T> {
  await restyle();
  const address = ADDRESS.exec(String(error))?.[0];
  try {
    if (address === undefined) return await bring();
    turns += 1;
    return (await load(`${address}?again=${String(turns)}`)) as T;
  } catch {
    throw new ChunkLost(address !== undefined && (await answers(address)));
  }
}

const loadModule = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

/** A piece that is fetched once, however often it is asked for; one that did not arrive is fetched again by the next who asks. */
export function chunk<T>(bring: Bring<T>, load: (address: string) => Promise<unknown> = loadModule): Bring<T> {
  let coming: Promise<T> | null = null;
  return () => {
    coming ??= bring()
      .catch((error: unknown) => again(bring, error, load))
      .catch((error: unknown) => {
        coming = null;
        throw error instanceof ChunkLost ? error : new ChunkLost(false);
      });
    return coming;
  };
}

const ahead: Bring<unknown>[] = [];

/** A piece that most visits need sooner or later. */
export function chunkAhead<T>(bring: Bring<T>): Bring<T> {
  const fetched = chunk(bring);
  ahead.push(fetched);
  return fetched;
}

/** So long after the first page nothing is fetched that nobody asked for. */
const REST = 5_000;

/** Fetch one after the other, in idle time, so that a lost connection leaves every page openable. */
export function fetchAhead(): () => void {
  let ended = false;
  const next = async () => {
    for (let bring = ahead.shift(); bring && !ended; bring = ahead.shift()) await bring().catch(() => undefined);
  };
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => void next());
    else void next();
  }, REST);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
