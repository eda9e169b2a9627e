import type { Page } from "@playwright/test";
import { codeOf } from "./authenticator";
import { OWNER } from "./server";
import { expect, test, withoutSeriousIssues } from "./story";

const CHANGED = "spring tide 1953";

// The last stories: they end the session that all others share.

test("a revoked token is refused from then on", async ({ page, request, baseURL }) => {
  await page.goto("/connect");
  await page.getByLabel("Name").fill("Short lived");
  await page.getByRole("button", { name: "Make token" }).click();
  const secret = (await page.getByText(/^mok_[\w-]+$/).textContent()) ?? "";
  await page.getByRole("listitem").filter({ hasText: "Copy this token now" }).getByRole("button", { name: "Copy" }).click();
  const status = async () => (await request.get(`${baseURL ?? ""}/api/v1/status`, { headers: { Authorization: `Bearer ${secret}` } })).status();
  expect(await status()).toBe(200);
  await page.getByRole("row").filter({ hasText: "Short lived" }).getByRole("button", { name: "Revoke" }).click();
  const question = page.getByRole("dialog", { name: "Revoke Short lived?" });
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Short lived" })).toHaveCount(0);
  expect(await status()).toBe(401);
});

test("one sees where one is signed in and ends the others", async ({ page, browser, baseURL }) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? "", storageState: { cookies: [], origins: [] } });
  const there = await elsewhere.newPage();
  await there.goto("/sign-in");
  await there.getByLabel("Name").fill(OWNER.name);
  await there.getByLabel("Password").fill(OWNER.password);
  await there.getByRole("button", { name: "Sign in" }).click();
  await expect(there.getByRole("heading", { name: "Library" })).toBeVisible();
  await page.goto("/account");
  const listed = page.getByRole("region", { name: "Where you are signed in" });
  await expect(listed.getByRole("listitem").first()).toContainText("This browser");
  await expect(listed.getByRole("listitem").first().getByRole("button")).toHaveCount(0);
  await listed.getByRole("button", { name: "End all others" }).click();
  await expect(listed.getByRole("listitem")).toHaveCount(1);
  await there.goto("/");
  await expect(there.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await elsewhere.close();
  await withoutSeriousIssues(page);
});

test("somebody who is invited chooses a password", async ({ page, browser, baseURL }, { retry }) => {
  const username = `newcomer-${String(retry)}`;
  await page.goto("/account");
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === "mokuji_csrf")?.value ?? "";
  const invited = await page.request.post("/api/v1/users", { data: { username }, headers: { "X-CSRFToken": csrf, Referer: baseURL ?? "" } });
  const { link } = (await invited.json()) as { link: string };
  const elsewhere = await browser.newContext({ storageState: { cookies: [], origins: [] }, locale: "en-GB" });
  const there = await elsewhere.newPage();
  await there.goto(link);
  await expect(there.getByText(`Choose a password for ${username}.`)).toBeVisible();
  await expect(there.getByLabel("Name")).toHaveCount(0);
  await there.getByLabel("Password").fill("low water springs 7");
  await there.getByRole("button", { name: "Choose password" }).click();
  await expect(there.getByText("No documents yet.")).toBeVisible();
  await there.goto("/account");
  await expect(there.getByText(`Signed in as ${username}`)).toBeVisible();
  await elsewhere.close();
});

test("the sign-in page says who can help where no mail is sent", async ({ page }) => {
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await expect(page.getByText("Forgot your password? An administrator can make you a link.")).toBeVisible();
  await withoutSeriousIssues(page);
});

test("the password is changed, one signs out, and in again with the new one only", async ({ page, troubles }) => {
  await page.goto("/account");
  await page.getByLabel("Old password").fill("not the old one");
  await page.getByLabel("New password").fill(CHANGED);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The old password is wrong.")).toBeVisible();
  await page.getByLabel("Old password").fill(OWNER.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password is changed.")).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // an address that leads elsewhere is none to go on with
  await page.goto("/sign-in?next=https%3A%2F%2Felsewhere.example%2F");
  await page.getByLabel("Name").fill(OWNER.name);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The name or the password is wrong.")).toBeVisible();
  await page.getByLabel("Password").fill(CHANGED);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  const refused = /40[0-9]/;
  expect(troubles.filter((trouble) => !refused.test(trouble))).toEqual([]);
  troubles.length = 0;
});

test("a second factor is set up, asked for, and turned off", async ({ page, browser, baseURL, troubles }) => {
  const signIn = async (there: Page, password: string) => {
    await there.getByLabel("Name").fill(OWNER.name);
    await there.getByLabel("Password").fill(password);
    await there.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await page.context().clearCookies();
  await page.goto("/sign-in?next=/account");
  await signIn(page, CHANGED);
  const factor = page.getByRole("region", { name: "Second factor" });
  await factor.getByRole("button", { name: "Set up" }).click();
  await factor.getByLabel("Password").fill(CHANGED);
  await factor.getByRole("button", { name: "Set up" }).click();
  const picture = factor.getByRole("img", { name: "QR code" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await withoutSeriousIssues(page);
  const secret = (await factor.locator("code").textContent()) ?? "";
  await factor.getByLabel("Code").fill("nothing");
  await factor.getByRole("button", { name: "Turn on" }).click();
  await expect(factor.getByText("This code is wrong")).toBeVisible();
  await factor.getByLabel("Code").fill(codeOf(secret));
  await factor.getByRole("button", { name: "Turn on" }).click();
  const recovery = factor.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(recovery).toHaveCount(10);
  const codes = await recovery.allTextContents();
  await withoutSeriousIssues(page);
  await factor.getByRole("button", { name: "I have kept them" }).click();
  await expect(factor.getByText("On. 10 recovery codes are left.")).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? "", storageState: { cookies: [], origins: [] }, locale: "en-GB" });
  const there = await elsewhere.newPage();
  await there.goto("/admin/");
  await signIn(there, CHANGED);
  await expect(there.getByText("Type the code of your authenticator app")).toBeVisible();
  await there.reload();
  await there.getByLabel("Code").fill(codeOf(secret, 1));
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await there.waitForURL("**/admin/");
  await elsewhere.close();

  await factor.getByRole("button", { name: "Turn off" }).click();
  const question = page.getByRole("dialog", { name: "Turn off" });
  await question.getByLabel("Password").fill(CHANGED);
  await question.getByLabel("Code").fill(codes[0] ?? "");
  await question.getByRole("button", { name: "Turn off" }).click();
  await expect(factor.getByRole("button", { name: "Set up" })).toBeVisible();
  expect(troubles.filter((trouble) => !trouble.includes("403"))).toEqual([]);
  troubles.length = 0;
});
