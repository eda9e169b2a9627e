import type { Page } from "@playwright/test";
import { expect, test, withoutSeriousIssues } from "./story";

async function idOf(page: Page, words: string): Promise<string> {
  const found = (await (await page.request.get(`/api/v1/documents?q=${encodeURIComponent(words)}&limit=1`)).json()) as { items: { id: number }[] };
  return String(found.items[0]?.id);
}

/** Every page, and what shows that it is there. */
const PAGES: [name: string, path: (page: Page) => string | Promise<string>, there: (page: Page) => Promise<void>][] = [
  ["library", () => "/", (page) => page.getByRole("row").first().waitFor()],
  ["library of cards", () => "/?view=grid", (page) => page.getByRole("gridcell").first().waitFor()],
  ["library without matches", () => "/?q=zzzz", (page) => page.getByText("No document matches these filters.").waitFor()],
  ["search", () => "/search?q=bench+mark", (page) => page.locator(".hit mark").first().waitFor()],
  ["reader", async (page) => `/documents/${await idOf(page, "Tide and Datum")}#L3-5`, (page) => page.getByRole("toolbar").waitFor()],
  ["reader of a failed file", async (page) => `/documents/${await idOf(page, "broken.pdf")}`, (page) => page.getByText(/Damaged/).waitFor()],
  ["search as an agent", () => "/agents", (page) => page.getByRole("button", { name: "Run" }).waitFor()],
  ["outline as an agent", () => "/agents?verb=outline&document=1", (page) => page.getByRole("button", { name: "Run" }).waitFor()],
  ["read as an agent", () => "/agents?verb=read&document=1", (page) => page.getByRole("button", { name: "Run" }).waitFor()],
  ["connect", () => "/connect", (page) => page.getByRole("button", { name: "Make token" }).waitFor()],
  ["account", () => "/account", (page) => page.getByLabel("Old password").waitFor()],
  ["missing", () => "/nowhere", (page) => page.getByRole("heading", { name: "This page does not exist" }).waitFor()],
];

/** Pages that a phone sees with other parts. */
const OTHERWISE_ON_A_PHONE = new Set(["library", "reader", "search as an agent"]);

async function noSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

for (const [name, path, there] of PAGES) {
  test(`axe finds nothing serious: ${name}`, async ({ page, troubles }) => {
    await page.goto(await path(page));
    await there(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await withoutSeriousIssues(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await noSidewaysScroll(page);
    if (OTHERWISE_ON_A_PHONE.has(name)) await withoutSeriousIssues(page);
    expect(troubles).toEqual([]);
  });
}

test.describe("signed out", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  for (const [name, path, there] of [
    ["sign-in", "/sign-in", "Sign in"],
    ["welcome", "/welcome?link=abc", "Welcome to Mokuji"],
    ["welcome without its link", "/welcome", "The link is incomplete"],
  ] as const) {
    test(`axe finds nothing serious: ${name}`, async ({ page }) => {
      await page.goto(path);
      await page.getByRole("heading", { name: there }).waitFor();
      await withoutSeriousIssues(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await withoutSeriousIssues(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await noSidewaysScroll(page);
    });
  }

  test("a page asks for a sign-in first, and is shown after it; a wrong password is told", async ({ page, troubles }) => {
    await page.goto("/connect");
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await page.getByLabel("Name").fill("owner");
    await page.getByLabel("Password").fill("not this one at all");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("The name or the password is wrong.")).toBeVisible();
    await page.getByLabel("Password").fill("harbour gauge 42");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Connect an agent" })).toBeVisible();
    troubles.splice(0, troubles.length, ...troubles.filter((trouble) => !trouble.includes("401")));
  });
});

test("menus, panels and the list of keys are sound, and no style is put into the page", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("row").first().waitFor();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menu").waitFor();
  await withoutSeriousIssues(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Account" })).toBeFocused();
  await page.getByRole("row").first().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Tag" }).click();
  await page.getByLabel("Name of the tag").waitFor();
  expect(await page.locator("style").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Drop the selection" }).click();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await withoutSeriousIssues(page);
});
