import { expect, lockedPdf, test, text, upload } from "./story";

test("a locked file asks for its password, tells a wrong one, and opens with the right one", async ({ page }) => {
  await page.goto("/");
  await upload(page, { name: "locked.pdf", mimeType: "application/pdf", buffer: lockedPdf("Sealed minutes", "ebb tide") });
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("Password needed")).toBeVisible();
  await tray.getByLabel("Password of locked.pdf").fill("flood tide");
  await tray.getByRole("button", { name: "Open" }).click();
  await expect(tray.getByText("This password does not open it.")).toBeVisible();
  await tray.getByLabel("Password of locked.pdf").fill("ebb tide");
  await tray.getByRole("button", { name: "Open" }).click();
  await expect(tray.getByText("Added 1 document").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Sealed minutes" })).toBeVisible();
});

test("nothing is said to be added before it is read, however late the news come", async ({ page }, info) => {
  let release: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding = false;
  await page.routeWebSocket("**/ws/live", (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!holding) socket.send(message);
      else void heard.then(() => { socket.send(message); });
    });
  });
  // on a slow machine a short text may be read before its upload is answered
  await page.route("**/api/v1/documents?filename=late-news*", async (route) => {
    const answer = await route.fetch();
    const told = (await answer.json()) as { document: object };
    await route.fulfill({ response: answer, json: { ...told, document: { ...told.document, state: "received" } } });
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  holding = true;
  const answered = page.waitForResponse(/\/api\/v1\/documents\?filename=late-news/);
  await upload(page, text(`late-news-${String(info.retry)}.md`, `# Late news ${String(info.retry)}\n\nThe mail boat was delayed.\n`, "text/markdown"));
  await answered;
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("Received")).toBeVisible();
  await expect(tray.getByText("Adding 1 document")).toBeVisible();
  release();
  await expect(tray.getByText("Added 1 document").first()).toBeVisible();
});

test("coming back shows the same uploads", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("kept.md", "# Kept in the tray\n\nA line.\n", "text/markdown"), { name: "torn.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\ntorn") });
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText(/\d+ needs? you/)).toBeVisible();
  await expect(tray.getByText("1 done")).toBeVisible();
  await page.reload();
  await expect(tray.getByText(/\d+ needs? you/)).toBeVisible();
  await expect(tray.getByText("torn.pdf")).toBeHidden();
  await tray.getByRole("button", { name: /\d+ needs? you/ }).click();
  await expect(tray.getByText("torn.pdf")).toBeVisible();
  await tray.getByRole("button", { name: "Close" }).click();
  await expect(tray).toBeHidden();
});

test("documents are tagged and moved, and both can be undone", async ({ page }) => {
  await page.goto("/?q=Tide");
  const row = page.getByRole("row").filter({ hasText: "Tide and Datum" });
  await row.getByRole("checkbox").check();
  const bar = page.getByRole("toolbar", { name: "Actions for the selection" });
  await bar.getByRole("button", { name: "Tag" }).click();
  await page.getByLabel("Name of the tag").fill("coast");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const tags = page.getByRole("group", { name: "Tags" });
  await expect(tags.getByLabel(/coast/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tags).toBeHidden();

  await row.getByRole("checkbox").check();
  await bar.getByRole("button", { name: "Move" }).click();
  await page.getByRole("menuitem", { name: "New collection" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Surveys");
  await page.getByRole("button", { name: "Make and move" }).click();
  const surveys = page.getByRole("group", { name: "Collections" }).getByLabel(/Surveys/);
  await expect(page.getByText("Moved 1 document to Surveys")).toBeVisible();
  await surveys.check();
  await expect(page.getByRole("row")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row")).toHaveCount(0);
});

test("a document is chosen and deleted by keys, after a question", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("gone.md", "# Soon gone\n\nA line.\n", "text/markdown"));
  await page.getByRole("region", { name: "Uploads" }).getByRole("button", { name: "Close" }).click();
  await page.goto("/?q=Soon+gone");
  await expect(page.getByRole("row")).toHaveCount(1);
  await page.getByRole("grid").focus();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("Delete");
  const question = page.getByRole("dialog", { name: "Delete 1 document?" });
  await expect(question).toContainText("Originals go too. No undo.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("row")).toHaveCount(1);
  await page.getByRole("grid").focus();
  await page.keyboard.press("Delete");
  await question.getByRole("button", { name: "Delete 1" }).click();
  await expect(page.getByRole("row")).toHaveCount(0);
});

test("the field of the bar leads to a section without leaving the keyboard", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("grid").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("stilling well");
  const places = page.getByRole("listbox", { name: "Places" });
  await expect(places.getByRole("option", { name: /Gauges/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("combobox")).toHaveAttribute("aria-activedescendant", "jump-0");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/documents\/\d+#L\d+/);
  await expect(page.getByRole("treeitem", { name: /Gauges/ })).toHaveAttribute("aria-current", "location");
  await page.keyboard.press("/");
  await page.keyboard.type("heights");
  await expect(places.getByRole("group", { name: "In this document" }).getByRole("option")).toHaveText(/Why heights disagree/);
  await page.keyboard.press("Escape");
  await expect(places).toBeHidden();
  await page.getByRole("combobox").press("Enter");
  await expect(page).toHaveURL(/\/search\?q=heights/);
});

test("line numbers are one tab stop, wherever one has scrolled to", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "The long book" }).click();
  await page.getByRole("tree").waitFor();
  await page.goto(`${page.url()}#L50000`);
  await expect(page.locator("#L50000")).toContainText("Line 50000 of the long book.");
  await expect(page.locator(".no[tabindex='0']")).toHaveCount(1);
  await page.locator(".lines").hover();
  await page.mouse.wheel(0, 30_000);
  await expect(page.locator("#L50000")).toBeHidden();
  await expect(page.locator(".no[tabindex='0']")).toHaveCount(1);
  const tabbable = Number((await page.locator(".no[tabindex='0']").textContent()) ?? 0);
  expect(tabbable).toBeGreaterThan(50_500);
});

test("every line is printed, black on white, without the frame", async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      (window as unknown as { printed: number }).printed = document.querySelectorAll(".printed .ln-row").length;
    };
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await upload(page, text("paper.md", `# On paper\n\n${Array.from({ length: 2_998 }, (_, index) => `Sheet ${String(index + 3)}`).join("\n")}\n`, "text/markdown"));
  await page.getByRole("link", { name: "On paper" }).first().click();
  await page.getByRole("tree").waitFor();
  await page.keyboard.press("Control+p");
  await expect.poll(() => page.evaluate(() => (window as unknown as { printed?: number }).printed)).toBe(3_000);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByText("Sheet 3000")).toBeVisible();
  await expect(page.locator("#app")).toBeHidden();
  const colours = await page.getByText("Sheet 3000").evaluate((element) => [getComputedStyle(element).color, getComputedStyle(document.documentElement).backgroundColor]);
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(page.getByRole("tree")).toBeVisible();
  await expect(page.locator(".printed")).toHaveCount(0);
});

test("the theme is the server's from the first byte, and every title has its language", async ({ page, context }) => {
  await page.goto("/account");
  await page.getByRole("group", { name: "Theme" }).getByRole("button", { name: "Dark" }).click();
  const html = await (await context.request.get("/")).text();
  expect(html).toContain('data-theme="dark"');
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Mokuji の手引き" })).toHaveAttribute("lang", "ja");
  await page.goto("/search?q=目次");
  await expect(page.getByRole("heading", { name: "Mokuji の手引き" })).toHaveAttribute("lang", "ja");
  await expect(page.locator(".hit-snippet").first()).toHaveAttribute("lang", /ja|zh/);
  await page.goto("/account");
  await page.getByRole("group", { name: "Theme" }).getByRole("button", { name: "As the system" }).click();
});

test("an upload after the session has ended leads to the sign-in page", async ({ page, troubles }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  await page.context().clearCookies({ name: "mokuji_session" });
  await upload(page, text("late.txt", "Too late.\n"));
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(troubles.splice(0)).toEqual(expect.arrayContaining([expect.stringContaining("401")]));
});
