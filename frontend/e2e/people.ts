import type { Browser, Page } from "@playwright/test";
import { expect } from "./story";

export const MEMBER = { name: "sounder", password: "low water 1871" };

/** What a changing request of this browser has to carry. */
export async function csrfOf(page: Page): Promise<Record<string, string>> {
  return { "X-CSRFToken": (await page.context().cookies()).find((cookie) => cookie.name === "mokuji_csrf")?.value ?? "" };
}

/** Somebody else, in a browser of their own: invited when the story is told the first time. */
export async function member(page: Page, browser: Browser, baseURL: string): Promise<Page> {
  const invited = await page.request.post("/api/v1/users", { data: { username: MEMBER.name }, headers: await csrfOf(page) });
  const context = await browser.newContext({ baseURL, locale: "en-GB", viewport: { width: 1440, height: 900 }, storageState: { cookies: [], origins: [] } });
  const other = await context.newPage();
  if (invited.ok()) {
    await other.goto(((await invited.json()) as { link: string }).link);
    await other.getByLabel("Password").fill(MEMBER.password);
    await other.getByRole("button", { name: "Choose password" }).click();
  } else {
    await other.goto("/sign-in");
    await other.getByLabel("Name").fill(MEMBER.name);
    await other.getByLabel("Password").fill(MEMBER.password);
    await other.getByRole("button", { name: "Sign in" }).click();
  }
  await expect(other.getByRole("heading", { name: "Library" })).toBeVisible();
  return other;
}
