import type { Page } from "@playwright/test";
import { OWNER } from "./server";
import { expect, test, text, upload, withoutSeriousIssues } from "./story";

// The administrator's walk through the console. Every console error fails it: so does whatever its policy refuses.

const SECTIONS = ["Users", "Groups", "Tokens", "Collections", "Memberships", "Documents", "Indexing jobs", "Agents' calls", "Use by day", "Audit log"];

/** A link of the console's side; its icon is a letterform that is read before the name. */
const inSidebar = (page: Page, name: string) => page.locator("#nav-sidebar-apps").getByRole("link", { name: new RegExp(`(?:^| )${name}$`) });

test("an administrator sees that all is well, and what is not", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("console-notes.md", "# Kelpfathom\n\nA word that the console does not say.\n"));
  await expect(page.getByText("Kelpfathom").first()).toBeVisible();
  const answer = await page.goto("/admin/");
  expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self'");
  await expect(page.getByRole("heading", { name: "Engines" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Files indexed: / })).toBeVisible();
  for (const name of SECTIONS) {
    await inSidebar(page, name).click();
    await expect(page.locator("#changelist")).toBeVisible();
  }
  await inSidebar(page, "Health").click();
  await expect(page.getByText("lexical index")).toBeVisible();
});

test("a document is reindexed by an action, and recorded", async ({ page }) => {
  await page.goto("/admin/console/listeddocument/?q=console-notes");
  const row = page.getByRole("row").filter({ hasText: "console-notes.md" });
  await expect(row).toContainText(/complete|searchable/i);
  await expect(page.getByText("Kelpfathom")).toHaveCount(0);
  await row.getByRole("checkbox").check();
  await page.locator("select[name=action]").selectOption("reindex");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText("Done: 1.")).toBeVisible();
  await page.goto("/admin/audit/auditentry/");
  await expect(page.getByRole("row").filter({ hasText: "document-reindexed" }).first()).toContainText("console-notes.md");
});

test("a user is invited by a link that is shown once, and deactivated", async ({ page, browser, baseURL }) => {
  await page.goto("/admin/accounts/user/add/");
  await page.getByLabel("Username").fill("walk-in");
  await page.locator("[name=_save]").click();
  const link = await page.locator("code.once").textContent();
  expect(link).toContain("/sign-in/");
  const other = await browser.newPage({ baseURL, storageState: { cookies: [], origins: [] } });
  await other.goto(link ?? "");
  await other.getByLabel("Password").fill("spring tide 1953");
  await other.getByRole("button", { name: "Choose password" }).click();
  await expect(other.getByText("No documents yet.")).toBeVisible();
  expect((await other.request.get("/admin/")).status()).toBe(403);
  await page.goto("/admin/accounts/user/");
  await page.getByRole("row").filter({ hasText: "walk-in" }).getByRole("checkbox").check();
  await page.locator("select[name=action]").selectOption("deactivate");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText("Done: 1.")).toBeVisible();
  expect((await other.request.get("/api/v1/collections")).status()).toBe(401);
  await other.close();
});

test("who is signed out is led through the sign-in page and back, in the dark too", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, colorScheme: "dark", storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto("/admin/");
  await page.getByLabel("Name").fill(OWNER.name);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Engines" })).toBeVisible();
  await withoutSeriousIssues(page);
  await context.close();
});
