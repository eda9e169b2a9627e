import { writeFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { MEMBER, csrfOf, member } from "./people";
import { expect, lockedPdf, test, text, upload } from "./story";

/** What the browser itself writes of requests that a story breaks off on purpose. */
const LOST = /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|FAILED)|WebSocket connection/;

const long = (title: string, count = 3_000) => `# ${title}\n\n${Array.from({ length: count }, (_, index) => `Sounding ${String(index + 3)} of ${title}.`).join("\n")}\n`;

/** A document that is there and read, whose id is returned. */
async function given(page: Page, request: APIRequestContext, name: string, body: string, collection = ""): Promise<number> {
  const query = new URLSearchParams({ filename: name, ...(collection ? { collection } : {}) });
  const answer = await request.post(`/api/v1/documents?${query.toString()}`, { data: Buffer.from(body), headers: { ...(await csrfOf(page)), "Content-Type": "application/octet-stream" } });
  expect(answer.ok()).toBe(true);
  const [first] = [(await answer.json()) as { document: { id: number } } | { document: { id: number } }[]].flat();
  const id = first?.document.id ?? 0;
  await expect.poll(async () => ((await (await request.get(`/api/v1/documents/${String(id)}`)).json()) as { line_count: number }).line_count).toBeGreaterThan(0);
  return id;
}

test("a page that cannot be fetched fails in its own pane, and Retry brings it", async ({ page, context, troubles }) => {
  let away = true;
  await context.route(/\/ConnectPage-[^/]*\.(js|css)/, async (route) => {
    if (away) await route.abort("internetdisconnected");
    else await route.continue();
  });
  await page.goto("/");
  await page.getByRole("heading", { name: "Library" }).waitFor();
  await page.getByRole("link", { name: "Connect" }).click();
  await expect(page.getByRole("main").getByText("The connection was lost.")).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Library" })).toBeVisible();
  away = false;
  await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "Connect an agent" })).toBeVisible();
  expect(troubles.splice(0).filter((trouble) => !LOST.test(trouble))).toEqual([]);
});

test("pages that were first opened without a connection come by themselves when it is back", async ({ page, context, troubles }) => {
  await page.goto("/");
  const id = await given(page, page.request, "causeway.md", long("The causeway", 40));
  let away = false;
  await context.route(/\/assets\/(Search|Agents|Connect|Reader)Page-[^/]*\.js|\/api\/v1\/session/, async (route) => {
    if (away) await route.abort("connectionrefused");
    else await route.continue();
  });
  const problem = page.getByRole("main").getByText("The connection was lost.").first();
  const pages = page.getByRole("navigation", { name: "Pages" });
  for (const [link, sign] of [
    [pages.getByRole("link", { name: "Search" }), page.locator("#search-query")],
    [pages.getByRole("link", { name: "Agents" }), page.getByRole("button", { name: "Run" })],
    [pages.getByRole("link", { name: "Connect" }), page.getByRole("heading", { name: "Connect an agent" })],
    [page.getByRole("link", { name: "The causeway" }).first(), page.getByText("Sounding 7 of The causeway.")],
  ] as const) {
    await page.goto("/");
    await page.getByRole("link", { name: "The causeway" }).first().waitFor();
    away = true;
    await context.setOffline(true);
    await expect(page.getByText("What you see may be old")).toBeVisible();
    await link.click();
    await expect(problem).toBeVisible();
    away = false;
    await context.setOffline(false);
    await expect(sign).toBeVisible();
    await expect(problem).toHaveCount(0);
  }
  // a server that does not even say who is there
  away = true;
  await page.goto(`/documents/${String(id)}`);
  await expect(problem).toBeVisible();
  away = false;
  await expect(page.getByText("Sounding 7 of The causeway.")).toBeVisible();
  expect(troubles.splice(0).filter((trouble) => !LOST.test(trouble) && !/Failed to fetch/.test(trouble))).toEqual([]);
});

test("who reads a document that is deleted elsewhere is told so at once", async ({ page, troubles }) => {
  await page.goto("/");
  const id = await given(page, page.request, "withdrawn.md", long("The withdrawn chart", 40));
  await page.goto(`/documents/${String(id)}`);
  await expect(page.getByText("Sounding 7 of The withdrawn chart.")).toBeVisible();
  await page.request.delete(`/api/v1/documents/${String(id)}`, { headers: await csrfOf(page) });
  await expect(page.getByRole("alert").getByText("This document was deleted.")).toBeVisible();
  await expect(page.getByText("Sounding 7 of The withdrawn chart.")).toHaveCount(0);
  await page.getByRole("alert").getByRole("link", { name: "Open the library" }).click();
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  expect(troubles.splice(0).filter((trouble) => !/404/.test(trouble))).toEqual([]);
});

test("who may no longer see a document is told so while it is open", async ({ page, browser, baseURL }) => {
  await page.goto("/");
  const headers = await csrfOf(page);
  const other = await member(page, browser, baseURL ?? "");
  const made = (await (await page.request.post("/api/v1/collections", { data: { name: "Lent charts" }, headers })).json()) as { id: number };
  const shared = await page.request.put(`/api/v1/collections/${String(made.id)}/members`, { data: { user: MEMBER.name, role: "reader" }, headers });
  expect(shared.ok()).toBe(true);
  const member_ = (await shared.json()) as { id: number };
  const id = await given(page, page.request, "lent.md", long("The lent chart"), String(made.id));
  await other.goto(`/documents/${String(id)}`);
  await expect(other.getByText("Sounding 7 of The lent chart.")).toBeVisible();
  await page.request.delete(`/api/v1/collections/${String(made.id)}/members/${String(member_.id)}`, { headers });
  await expect(other.getByRole("alert").getByText("no longer shared with you")).toBeVisible();
  await expect(other.getByText(/Sounding \d+ of/)).toHaveCount(0);
  await other.context().close();
});

test("lines that do not come say why in their place, and come on Retry", async ({ page, context, troubles }) => {
  await page.goto("/");
  const id = await given(page, page.request, "shoals.md", long("The shoals"));
  let away = true;
  await context.route(/\/lines\?offset=(2251|2501|2751)&/, async (route) => {
    if (away) await route.abort("connectionrefused");
    else await route.continue();
  });
  await page.goto(`/documents/${String(id)}#L2400`);
  const lost = page.getByText(/The lines from [\d,]+ on did not arrive\. The connection was lost\./).first();
  await expect(lost).toBeVisible();
  away = false;
  await page.getByRole("main").getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByText("Sounding 2400 of The shoals.")).toBeVisible();
  await expect(lost).toHaveCount(0);
  expect(troubles.splice(0).filter((trouble) => !LOST.test(trouble))).toEqual([]);
});

test("an upload that is stopped while it travels leaves no error behind", async ({ page, context }) => {
  await page.goto("/");
  const ends: number[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "DELETE") ends.push(response.status());
  });
  // slow enough that the bytes are on their way when the button is found
  const network = await context.newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 });
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await upload(page, text("tower.txt", "The lamp turns once in ten seconds.\n".repeat(600_000)));
  await sent;
  await page.getByRole("button", { name: "Stop tower.txt" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  await expect.poll(() => ends).toEqual([204]);
});

test("a file waits for a server that is away, and a filter says why it shows nothing", async ({ page, context, troubles }) => {
  test.setTimeout(240_000);
  await page.goto("/");
  await page.getByRole("group", { name: "Type" }).getByRole("checkbox").first().waitFor();
  let away = true;
  const fail = (match: RegExp) =>
    context.route(match, async (route) => {
      if (away && (route.request().method() === "PATCH" || match.source.includes("type="))) await route.abort("connectionrefused");
      else await route.continue();
    });
  await fail(/\/api\/v1\/uploads\/./);
  await fail(/\/api\/v1\/documents\?.*type=/);
  await upload(page, text("breakwater.txt", "The sea came over the wall at the third bollard.\n".repeat(200_000)));
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("Waits for the connection")).toBeVisible({ timeout: 10_000 });
  await page.getByRole("group", { name: "Type" }).getByRole("checkbox").first().check();
  const reason = page.getByRole("main").getByText("The connection was lost.");
  await expect(reason).toBeVisible();
  away = false;
  await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("row").first()).toBeVisible();
  await expect(reason).toHaveCount(0);
  await expect(tray.getByText(/Added 1 document/).first()).toBeVisible({ timeout: 120_000 });
  expect(troubles.splice(0).filter((trouble) => !LOST.test(trouble))).toEqual([]);
});

const offScreen = (page: Page, line: number) =>
  page.evaluate((number) => {
    const row = document.getElementById(`L${String(number)}`)?.getBoundingClientRect();
    const lines = document.querySelector(".lines")?.getBoundingClientRect();
    return !row || !lines || row.top < lines.top || row.bottom > lines.bottom;
  }, line);

test("a phone that is turned keeps the line that was read, and the title scrolls away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const id = await given(page, page.request, "fathoms.md", long("The fathoms"));
  await page.goto(`/documents/${String(id)}`);
  const title = page.getByRole("heading", { level: 1, name: "The fathoms" });
  await expect(title).toBeInViewport();
  await page.goto(`/documents/${String(id)}#L2000`);
  await expect.poll(() => offScreen(page, 2000)).toBe(false);
  await expect(title).not.toBeInViewport();
  await expect(page.getByRole("navigation", { name: "Place" })).toBeInViewport();
  for (const size of [{ width: 844, height: 390 }, { width: 390, height: 844 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await expect.poll(() => offScreen(page, 2000), { message: JSON.stringify(size) }).toBe(false);
  }
});

test("every tab of a person shows what is unfinished, until it is put away", async ({ page, context }, info) => {
  const name = `ledger-${String(info.retry)}.pdf`;
  await page.goto("/");
  await upload(page, { name, mimeType: "application/pdf", buffer: lockedPdf(`Harbour ledger ${String(info.retry)}`, "low tide") });
  await expect(page.getByRole("region", { name: "Uploads" }).getByText(/\d+ needs? you/)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/");
  const tray = other.getByRole("region", { name: "Uploads" });
  await expect(tray).toContainText(/needs? you/);
  await page.close();
  await tray.getByRole("button", { expanded: false }).click();
  await expect(tray.getByText(name)).toBeVisible();
  await tray.getByRole("button", { name: `Put ${name} away` }).click();
  await expect(tray.getByText(name)).toHaveCount(0);
  await other.reload();
  await other.getByRole("grid").waitFor();
  await expect(other.getByText(`Put ${name} away`)).toHaveCount(0);
  await other.close();
});

test("uploads that a reload broke off are named, and go on when they are picked again", async ({ page, context, troubles }, info) => {
  test.setTimeout(240_000);
  // A file on the disk: the same one is known again by its date, too.
  const big = info.outputPath("pilotage.txt");
  writeFileSync(big, `Voyage ${String(info.retry)}\n${"Keep the white tower in line with the church until the bell buoy.\n".repeat(400_000)}`);
  const pick = () => page.getByLabel("Files", { exact: true }).setInputFiles(big);
  let parts = 0;
  let held = true;
  await context.route("**/api/v1/uploads/*", async (route) => {
    if (route.request().method() === "PATCH") parts += 1;
    if (held && parts > 1 && route.request().method() === "PATCH") return;
    await route.continue();
  });
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("/");
  await pick();
  await expect.poll(() => parts, { timeout: 60_000 }).toBe(2);
  await page.reload();
  held = false;
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("1 upload was broken off")).toBeVisible();
  await expect(tray.getByText(/8(\.\d)? MB of 2\d(\.\d)? MB are on the server\. Pick the file again to go on\./)).toBeVisible();
  parts = 0;
  await pick();
  await expect(tray.getByText(/Added 1 document/).first()).toBeVisible({ timeout: 200_000 });
  expect(parts).toBeLessThan(4);
  expect(troubles.splice(0).filter((trouble) => !LOST.test(trouble))).toEqual([]);
});

for (const view of ["list", "grid"])
  test(`going back from a document leads to the same place of the library, as a ${view}`, async ({ page }) => {
    await page.goto("/");
    for (let number = 1; number <= 40; number += 1)
      await page.request.post(`/api/v1/documents?filename=buoy-${String(number)}.txt`, { data: Buffer.from(`Buoy number ${String(number)} lies where it lay.\n`), headers: { ...(await csrfOf(page)), "Content-Type": "application/octet-stream" } });
    const address = `/?sort=-added${view === "grid" ? "&view=grid" : ""}`;
    await page.goto(address);
    const scroller = page.locator(".lib-scroll");
    await page.getByRole("link", { name: "buoy-40", exact: true }).waitFor();
    await expect.poll(() => scroller.evaluate((element) => element.scrollHeight)).toBeGreaterThan(1_800);
    await scroller.evaluate((element) => {
      element.scrollTop = 800;
    });
    const link = scroller.getByRole("link", { name: /^buoy-(19|2\d)$/ }).last();
    const name = (await link.textContent()) ?? "";
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    const left = 800;
    await page.goBack();
    await expect(page.getByRole("link", { name, exact: true })).toBeInViewport();
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(left - 300);
    await expect(scroller).toBeFocused();
    await expect(scroller.locator(".cur")).toContainText(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });

test("an uploaded page is shown with its own styles, and complains of nothing", async ({ page }) => {
  await page.goto("/");
  const body = '<!doctype html><title>Styled quay</title><style>@import "https://elsewhere.invalid/x.css"; h1 { color: rgb(0, 128, 128) }</style><h1>Styled quay</h1><p style="font-weight: 700; background: url(https://elsewhere.invalid/p.png)">Bold water.</p><img src="https://elsewhere.invalid/q.png"><script>top.ran=1</script>';
  const id = await given(page, page.request, "styled.html", body);
  await page.goto(`/documents/${String(id)}`);
  await page.getByRole("button", { name: "Original" }).click();
  const frame = page.frameLocator("iframe.orig-frame");
  await expect(frame.getByText("Bold water.")).toHaveCSS("font-weight", "700");
  await expect(frame.getByRole("heading", { name: "Styled quay" })).toHaveCSS("color", "rgb(0, 128, 128)");
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
});
