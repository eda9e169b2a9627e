import { HANDBOOK, expect, pdf, test, text, upload, withoutSeriousIssues } from "./story";

test("the empty library offers the guide", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Add the guide" }).click();
  await expect(page.getByRole("link", { name: "Mokuji の手引き" })).toBeVisible();
  await expect(page.getByRole("link", { name: "A short guide to Mokuji" })).toBeVisible();
});

const LONG = ["# The long book", "", ...Array.from({ length: 99_998 }, (_, index) => (index % 500 === 498 ? `## Part ${String(index)}` : `Line ${String(index + 3)} of the long book.`))].join("\n");

test("files of several kinds become searchable while one watches", async ({ page }) => {
  await page.goto("/");
  await upload(
    page,
    text("tide.md", HANDBOOK, "text/markdown"),
    text("signage.html", "<!doctype html><title>Signage</title><main><h1>Design principles for public signage</h1><p>Legible at a distance.</p><h2>Arrows</h2><p>One arrow, one way.</p></main>", "text/html"),
    text("notes.txt", "1. Mosses\n\nGreen on the northern slope.\n\n2. Lichens\n\nGrey on the wall.\n"),
    text("Makefile", "all:\n\techo tide\n"),
    { name: "lease.pdf", mimeType: "application/pdf", buffer: pdf("Lease agreement", ["The harbour wall is let for ten years.", "Repairs are for the owner of the wall."]) },
  );
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("Added 5 documents").first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("link", { name: "Tide and Datum" })).toBeVisible();
  // in the only collection that there is: that is not said of every document
  await expect(page.locator(".row-home")).toHaveCount(0);
  await tray.getByRole("button", { name: "Close" }).click();
  await withoutSeriousIssues(page);
});

test("the same bytes are not added again, and the page says where they are", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("tide.md", HANDBOOK, "text/markdown"));
  await expect(page.getByText("Already in My documents. Not added again.")).toBeVisible();
});

test("a file that cannot be read explains itself with its mend", async ({ page }) => {
  await page.goto("/");
  await upload(page, { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nthis is not a book") });
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText(/\d+ needs? you/)).toBeVisible();
  await expect(tray.getByText(/Damaged\. Save it again|could not be read/).first()).toBeVisible();
});

test("filters live in the address", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("group", { name: "Type" }).getByLabel(/HTML/).check();
  await expect(page).toHaveURL(/type=/);
  await expect(page.getByRole("row")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(1);
});

test("search finds the section as one types and lands on it", async ({ page }) => {
  await page.goto("/search");
  await page.getByLabel("Search words").pressSequentially("deep masonry", { delay: 20 });
  const hit = page.getByRole("listitem").filter({ hasText: "Tide and Datum" });
  await expect(hit.locator("mark").first()).toBeVisible();
  await expect(page.getByText("keyword only")).toBeVisible();
  await hit.getByRole("link", { name: /Choosing a bench mark/ }).click();
  await expect(page).toHaveURL(/#L\d+/);
  await expect(page.getByRole("treeitem", { name: /Choosing a bench mark/ })).toHaveAttribute("aria-current", "location");
  await withoutSeriousIssues(page);
});

test("lines are selected by keys and taken away as text, link and call", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("link", { name: "Tide and Datum" }).click();
  await page.getByRole("button", { name: "Line 1", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page).toHaveURL(/#L1-3$/);
  await expect(page.getByRole("toolbar", { name: "Selected lines" })).toContainText(/\d+ tokens/);
  await page.keyboard.press("r");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^read\(doc_id=\d+, offset=1, limit=3\)$/);
});

test("find asks the server and moves from hit to hit", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Tide and Datum" }).click();
  await page.getByRole("tree").waitFor();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("bench mark");
  await expect(page.getByText("1 of 3")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 of 3")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 of 3")).toBeHidden();
});

test("the original of a PDF opens beside the text", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /lease/i }).click();
  await page.getByRole("button", { name: "Original" }).click();
  await expect(page.getByRole("img", { name: "Page 1" })).toBeVisible();
  await expect.poll(() => page.locator(".orig-page canvas").evaluate((canvas: HTMLCanvasElement) => canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data.some((value, index) => index % 4 === 0 && value < 128))).toBe(true);
});

test("an uploaded page never runs in our origin", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("evil.html", "<!doctype html><title>Evil harbour</title><h1>Evil harbour</h1><p>It tries.</p><img src=x onerror=\"top.ran=1\"><script>top.ran=1;parent.ran=1</script>", "text/html"));
  await page.getByRole("link", { name: "Evil harbour" }).first().click();
  await page.getByRole("button", { name: "Original" }).click();
  const frame = page.frameLocator("iframe.orig-frame");
  await expect(frame.getByText("It tries.")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
});

test("a hundred thousand lines open at the line of the address", async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto("/");
  await upload(page, text("long.md", LONG, "text/markdown"));
  await page.getByRole("link", { name: "The long book" }).first().click({ timeout: 120_000 });
  await page.getByRole("tree").waitFor();
  await page.goto(`${page.url()}#L77777-77780`);
  await page.reload();
  await expect(page.locator("#L77777")).toContainText("Line 77777 of the long book.");
  const off = () =>
    page.evaluate(() => {
      const scroller = document.querySelector(".lines");
      const row = document.getElementById("L77777");
      if (!scroller || !row) return 1000;
      return Math.abs(row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientHeight / 3);
    });
  await expect.poll(off).toBeLessThan(3);
});

test("an upload goes on after the connection was lost", async ({ page, context, troubles }) => {
  test.setTimeout(240_000);
  const big = text("big.txt", "The tide goes out and comes again, and the gauge writes it down.\n".repeat(150_000));
  await page.goto("/");
  let parts = 0;
  await context.route("**/api/v1/uploads/*", async (route) => {
    if (route.request().method() === "PATCH") parts += 1;
    if (parts === 2 && route.request().method() === "PATCH") {
      parts += 1;
      await route.abort("connectionreset");
    } else await route.continue();
  });
  await upload(page, big);
  await expect(page.getByText(/Added 1 document/).first()).toBeVisible({ timeout: 200_000 });
  expect(parts).toBeGreaterThan(3);
  expect(troubles.filter((trouble) => !trouble.includes("ERR_CONNECTION_RESET"))).toEqual([]);
  troubles.length = 0;
});

test("an upload goes on by itself when the network is back", async ({ page, context, troubles }) => {
  test.setTimeout(240_000);
  const big = text("offline.txt", "The lamp is lit at dusk and put out at dawn, and the log says when.\n".repeat(150_000));
  await page.goto("/");
  let parts = 0;
  await context.route("**/api/v1/uploads/*", async (route) => {
    if (route.request().method() === "PATCH") parts += 1;
    if (route.request().method() === "PATCH" && parts === 1) {
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    } else await route.continue();
  });
  await upload(page, big);
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("Waits for the connection")).toBeVisible();
  await context.setOffline(false);
  await expect(tray.getByText(/Added 1 document/).first()).toBeVisible({ timeout: 200_000 });
  expect(parts).toBeGreaterThan(1);
  troubles.length = 0;
});

test("a file that is being read can be stopped and read again", async ({ page, context }) => {
  await page.goto("/");
  let hold: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  await context.route("**/api/v1/documents?filename=slow.txt*", async (route) => {
    await held;
    await route.abort("aborted").catch(() => undefined);
  });
  await upload(page, text("slow.txt", "A slow tide.\n"));
  await page.getByRole("button", { name: "Stop slow.txt" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  hold?.();
  await context.unroute("**/api/v1/documents?filename=slow.txt*");
  await page.getByRole("button", { name: "Try slow.txt again" }).click();
  await expect(page.getByRole("link", { name: /^slow/ })).toBeVisible();
});

test("an agent's call arrives in the log and can be replayed", async ({ page, request, baseURL }) => {
  await page.goto("/connect");
  await page.getByLabel("Name").fill("Claude Code");
  await page.getByRole("button", { name: "Make token" }).click();
  const secret = (await page.getByText(/^mok_[\w-]+$/).textContent()) ?? "";
  await page.getByRole("listitem").filter({ hasText: "Copy this token now" }).getByRole("button", { name: "Copy" }).click();
  const answer = await request.post(`${baseURL ?? ""}/mcp`, {
    headers: { Authorization: `Bearer ${secret}`, Accept: "application/json, text/event-stream" },
    data: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: { query: "stilling well" } } },
  });
  expect(answer.ok()).toBe(true);
  await expect(page.getByText(/The first call arrived at/)).toBeVisible();
  await page.getByRole("link", { name: "See what it got" }).click();
  await expect(page.getByLabel("Answer")).toContainText("Found");
});

test("keys open the pages, and the language is changed at once", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("grid").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "Connect an agent" })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Account" })).toBeVisible();
  await page.getByRole("group", { name: "Language" }).getByRole("button", { name: "日本語" }).click();
  await expect(page.getByRole("heading", { name: "アカウント" })).toBeVisible();
  await page.getByRole("button", { name: "English" }).click();
});
