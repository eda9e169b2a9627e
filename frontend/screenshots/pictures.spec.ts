import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type Page, expect, test } from "@playwright/test";
import { python } from "../e2e/story";

const root = fileURLToPath(new URL("../../", import.meta.url));
const images = process.env.SCREENSHOTS ?? join(root, "docs", "images");
const folder = mkdtempSync(join(tmpdir(), "mokuji-pictures-"));

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Theme = "light" | "dark";

async function open(browser: Browser, theme: Theme, width = 1440, height = 900): Promise<Page> {
  const base = process.env.E2E_BASE ?? "";
  const context = await browser.newContext({ baseURL: base, storageState: process.env.E2E_STATE ?? "", viewport: { width, height }, locale: "en-GB", colorScheme: theme, reducedMotion: "reduce" });
  return context.newPage();
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.screenshot({ path: join(images, `${name}.png`), animations: "disabled" });
}

/** A library as somebody has it after a week: documents of every kind, two collections, tags. */
async function fill(page: Page): Promise<void> {
  execFileSync(python(), [join(root, "scripts/screenshots_documents.py"), folder]);
  await page.goto("/");
  await page.getByRole("button", { name: "Add the guide" }).click();
  await page.getByLabel("Files", { exact: true }).setInputFiles(readdirSync(folder).sort().map((name) => join(folder, name)));
  await expect(page.getByText(/Added \d+ documents/)).toBeVisible({ timeout: 120_000 });
  await page.getByRole("region", { name: "Uploads" }).getByRole("button", { name: "Close" }).click();
  await expect.poll(async () => (await (await page.request.get("/api/v1/status")).json() as { semantic_progress: number | null }).semantic_progress, { timeout: 120_000 }).toBe(1);
  const items = ((await (await page.request.get("/api/v1/documents?limit=50")).json()) as { items: { id: number; title: string }[] }).items;
  const named = (pattern: RegExp) => items.filter((item) => pattern.test(item.title)).map((item) => item.id);
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === "mokuji_csrf")?.value ?? "";
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1${path}`, { data, headers: { "X-CSRFToken": csrf } });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as { id: number; secret?: string; token?: string };
  };
  const operations = await post("/collections", { name: "Operations" });
  for (const [username, role] of [["harbour-office", "manager"], ["night-watch", "reader"]]) {
    await post("/users", { username });
    const shared = await page.request.put(`/api/v1/collections/${String(operations.id)}/members`, { data: { user: username, role }, headers: { "X-CSRFToken": csrf } });
    expect(shared.ok()).toBe(true);
  }
  await post("/documents/bulk", { action: "move", document_ids: named(/Runbook|部署/), collection: String(operations.id) });
  await post("/documents/bulk", { action: "tag", document_ids: named(/Tide|Levelling|港湾|northern/), add_tags: ["survey"], remove_tags: [] });
  await post("/documents/bulk", { action: "tag", document_ids: named(/Lease/), add_tags: ["contract"], remove_tags: [] });
}

/** Calls as an agent makes them, so that the log tells of a walk. */
async function walk(page: Page): Promise<void> {
  const base = process.env.E2E_BASE ?? "";
  await page.goto("/connect");
  await page.getByLabel("Name").fill("Claude Code");
  await page.getByRole("button", { name: "Make token" }).click();
  const secret = (await page.getByText(/^mok_[\w-]+$/).textContent()) ?? "";
  const call = async (name: string, given: object) => {
    const answer = await page.request.post(`${base}/mcp`, {
      headers: { Authorization: `Bearer ${secret}`, Accept: "application/json, text/event-stream" },
      data: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } },
    });
    expect(answer.ok()).toBe(true);
    return answer.text();
  };
  const found = await call("search", { query: "how to choose a bench mark" });
  const id = Number(/doc_id: (\d+)/.exec(found)?.[1]);
  await call("outline", { doc_ids: [id], budget: 600 });
  await call("read", { doc_id: id, section: "1.2.1" });
  await call("search", { query: "回滚 rollback" });
}

test("the five pages, and sharing", async ({ browser }) => {
  let page = await open(browser, "light");
  await fill(page);
  await walk(page);
  await expect(page.getByText(/The first call arrived at/)).toBeVisible();
  await page.evaluate(() => { document.querySelectorAll("main").forEach((main) => { main.scrollTop = 0; }); });
  await take(page, "connect");
  await page.goto("/");
  await page.getByRole("row").first().waitFor();
  await take(page, "library");
  await page.getByRole("button", { name: "Manage collections" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Operations" }).click();
  await page.getByLabel("Role of night-watch").waitFor();
  await take(page, "sharing");
  await page.goto("/search?q=choosing+a+bench+mark");
  await page.locator(".hit mark").first().waitFor();
  await take(page, "search");
  await page.goto("/agents");
  await page.getByLabel("query").fill("deployment after a power cut");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByLabel("Answer").waitFor();
  await page.locator(".call").first().waitFor();
  await take(page, "agents");
  await page.context().close();

  page = await open(browser, "dark");
  await page.goto("/?q=Tide+and+Datum");
  await page.getByRole("link", { name: /Tide and Datum/ }).click();
  await page.getByRole("treeitem", { name: /Choosing a bench mark/ }).click();
  await page.getByRole("tree").waitFor();
  await page.goto(`${page.url().replace(/#.*/, "")}#L39-40`);
  await page.getByRole("toolbar", { name: "Selected lines" }).waitFor();
  await page.getByRole("button", { name: "Original" }).click();
  await expect(page.locator(".orig-page canvas")).toBeVisible();
  await expect(page.locator(".orig-box").first()).toBeVisible();
  await expect.poll(() => page.locator(".orig-page canvas").evaluate((canvas: HTMLCanvasElement) => canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data.some((value, index) => index % 4 === 0 && value < 128))).toBe(true);
  await take(page, "reader");
  await page.context().close();
});
