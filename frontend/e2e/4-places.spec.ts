import { expect, test, text, upload, withoutSeriousIssues } from "./story";

const LINES = Array.from({ length: 400 }, (_, index) => (index % 40 === 0 ? `The beacon and the other beacon, number ${String(index)}.` : `Plain words ${String(index)}.`));

test("find marks the hit one is at among all the others", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("beacons.md", `# Beacons of the coast\n\n${LINES.join("\n\n")}\n`, "text/markdown"));
  await page.getByRole("link", { name: "Beacons of the coast" }).first().click();
  await page.getByRole("tree").waitFor();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("beacon");
  await expect(page.getByText("1 of 11")).toBeVisible();
  const at = page.locator(".ln-row[aria-current='true']");
  await expect(at).toHaveCount(1);
  await expect(at).toContainText("Beacons of the coast");
  await page.keyboard.press("Enter");
  await expect(at).toContainText("number 0.");
  await expect(at.locator("mark").first()).toHaveCSS("outline-style", "solid");
  await expect(page.locator(".ln-row:not(.found) mark").first()).toHaveCSS("outline-style", "none");
});

test("the bar of the selection covers no line, goes when the lines are far away, and opens them as an agent reads them", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Beacons of the coast" }).first().click();
  await page.getByRole("tree").waitFor();
  const address = page.url();
  await page.goto(`${address}#L83-85`);
  const bar = page.getByRole("toolbar", { name: "Selected lines" });
  await expect(bar).toBeVisible();
  for (const size of [{ width: 1440, height: 900 }, { width: 844, height: 390 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    const [lines, strip] = [await page.locator(".lines").boundingBox(), await bar.boundingBox()];
    expect(strip && lines && strip.y >= lines.y + lines.height - 1).toBe(true);
    expect(lines?.height ?? 0).toBeGreaterThan(size.height / 4);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator(".lines").hover();
  await page.mouse.wheel(0, 9_000);
  await expect(bar).toBeHidden();
  await page.mouse.wheel(0, -9_000);
  await expect(bar).toBeVisible();
  await page.getByRole("button", { name: "As an agent" }).click();
  await expect(page).toHaveURL(/verb=read&document=\d+&first=83&last=85/);
  await expect(page.getByLabel("offset")).toHaveValue("83");
  await expect(page.getByLabel("limit")).toHaveValue("3");
});

test("the original of a text is its lines, set or as they stand in the file", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Beacons of the coast" }).first().click();
  await page.getByRole("button", { name: "Original" }).click();
  const pane = page.getByRole("complementary", { name: "Original" });
  await expect(pane.getByText("The lines are the text of the file itself.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Beacons of the coast", level: 2 })).toBeVisible();
  await pane.getByRole("button", { name: "Show plain text" }).click();
  await expect(page.locator("#L1 .tx.plain")).toHaveText("# Beacons of the coast");
  await pane.getByRole("button", { name: "Show set text" }).click();
  await expect(page.locator("#L1 .tx.h")).toHaveText("Beacons of the coast");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("dialog").getByRole("button", { name: "Show plain text" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Show plain text" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("#L1 .tx.plain")).toBeVisible();
});

test("a mistake in an agent's arguments is shown in the words that the agent gets", async ({ page, troubles }) => {
  await page.goto("/agents?verb=read");
  await page.getByLabel("doc_id").fill("abc");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByLabel("Answer")).toHaveText("doc_id cannot be 'abc': input should be a valid integer, unable to parse string as an integer. doc_id: The doc_id of a search result.");
  await expect(page.getByText("refused", { exact: true })).toBeVisible();
  expect(troubles.splice(0)).toEqual([expect.stringContaining("422")]);
});

test("every page says on its tab what it is, and what is not there says so inside the frame", async ({ page, troubles }) => {
  for (const [address, title] of [
    ["/", "Library"],
    ["/search", "Search"],
    ["/agents", "Agents"],
    ["/connect", "Connect"],
    ["/account", "Account"],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveTitle(`${title} · Mokuji`);
  }
  await page.goto("/documents/999999");
  await expect(page.getByRole("heading", { level: 1, name: "This document cannot be opened" })).toBeVisible();
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { level: 1, name: "This page does not exist" })).toBeVisible();
  await expect(page).toHaveTitle("This page does not exist · Mokuji");
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  await withoutSeriousIssues(page);
  await page.getByRole("link", { name: "Open the library" }).click();
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  troubles.splice(0);
});

test("text that is written from the right is laid out from the right, in the lines and in the results", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("tides-ar.md", "# دليل المد والجزر\n\nيرتفع البحر مرتين في اليوم (SQL) ثم ينخفض.\n\n- بند أول\n\nAn English line.\n", "text/markdown"));
  await page.getByRole("link", { name: "دليل المد والجزر" }).first().click();
  await expect(page.locator("#L3 .tx")).toHaveCSS("direction", "rtl");
  await expect(page.locator("#L5 .tx")).toHaveCSS("direction", "rtl");
  await expect(page.locator("#L7 .tx")).toHaveCSS("direction", "ltr");
  await page.goto("/search?q=البحر");
  await expect(page.locator(".hit-snippet").first()).toHaveCSS("direction", "rtl");
  await expect(page.getByRole("group", { name: "Type" }).locator(".facet-count")).toHaveCount(0);
});

test("a token that was copied inside a configuration is copied; leaving without it asks in the app's own words", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-write"]);
  await page.goto("/connect");
  await page.getByLabel("Name").fill("Kept in a file");
  await page.getByRole("button", { name: "Make token" }).click();
  await expect(page.getByText(/^mok_[\w-]+$/)).toBeVisible();
  await page.getByRole("link", { name: "Library", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Leave without the token?" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".recipe").getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Make another token" })).toBeVisible();
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
});
