import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { CHROMIUM_FLAGS, chromiumPath } from "./chromium";

const START = 90_000;

function addresses(server: ChildProcess): Promise<{ base: string; link: string }> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => {
      reject(new Error(`mokuji did not start:\n${said}`));
    }, START);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const link = /(https?:\/\/[^\s/]+)\/\S*(?:sign-in|welcome)\S*/.exec(said);
      if (!link?.[1] || !said.includes("\n")) return;
      clearTimeout(timer);
      resolve({ base: link[1], link: link[0] });
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    server.on("exit", (code) => {
      reject(new Error(`mokuji ended with ${String(code)}:\n${said}`));
    });
  });
}

async function untilItAnswers(base: string): Promise<void> {
  const until = Date.now() + START;
  while (Date.now() < until) {
    const answer = await fetch(`${base}/api/v1/session`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((wait) => setTimeout(wait, 200));
  }
  throw new Error("mokuji does not answer");
}

/** Starts a server of its own with an empty folder, makes the first account, and ends it after the last story. */
export default async function startServer(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), "mokuji-e2e-"));
  const command = process.env.MOKUJI_BIN ?? fileURLToPath(new URL("../../.venv/bin/mokuji", import.meta.url));
  const { MOKUJI_BIN: _, ...rest } = process.env;
  const server = spawn(command, ["--data", data, "serve", "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...rest, MOKUJI_EMBEDDING: process.env.E2E_EMBEDDING ?? "0", PYTHONUNBUFFERED: "1" },
  });
  const { base, link } = await addresses(server);
  await untilItAnswers(base);
  process.env.E2E_BASE = base;
  process.env.E2E_DATA = data;
  process.env.E2E_STATE = join(data, "browser.json");
  await firstRun(link, process.env.E2E_STATE);
  return async () => {
    server.removeAllListeners("exit");
    const gone = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await Promise.race([gone, new Promise((wait) => setTimeout(wait, 15_000))]);
    rmSync(data, { recursive: true, force: true });
  };
}

export const OWNER = { name: "owner", password: "harbour gauge 42" };

/** The story of the first run: the link of the server, a name, a password, the empty library. */
async function firstRun(link: string, state: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ locale: "en-GB" });
  await page.goto(link);
  await page.getByLabel("Name").fill(OWNER.name);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("No documents yet.").waitFor();
  await page.context().storageState({ path: state });
  await browser.close();
}
