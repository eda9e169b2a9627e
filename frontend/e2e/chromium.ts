import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser of the stories: the one that CHROMIUM names, else the first that this machine has. */
export function chromiumPath(): string {
  const given = process.env.CHROMIUM;
  if (given) {
    if (runs(given)) return given;
    throw new Error(`CHROMIUM names ${given}, which cannot be run.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES].find(runs);
  if (found) return found;
  throw new Error("The browser stories need Chromium or Google Chrome. Install it (Debian: apt install chromium fonts-noto-cjk), or name it: make e2e CHROMIUM=/path/to/chromium");
}
