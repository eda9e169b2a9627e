import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, withoutSeriousIssues } from "./story";

test("a token is limited while it is made, and its limits hold and are told", async ({ page, request, baseURL }, info) => {
  const name = `Careful reader ${String(info.retry)}`;
  await page.goto("/");
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === "mokuji_csrf")?.value ?? "";
  await page.request.post("/api/v1/collections", { data: { name: "Careful reading" }, headers: { "X-CSRFToken": csrf } });
  await page.goto("/connect");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Limits" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Only these collections" }).getByLabel("Careful reading").check();
  await page.getByRole("group", { name: "Only these tools" }).getByLabel("search").check();
  await page.getByLabel("Calls in a minute").fill("3");
  await page.getByLabel("Tokens in a day").fill("50000");
  await withoutSeriousIssues(page);
  await page.getByRole("button", { name: "Make token" }).click();
  const secret = (await page.getByText(/^mok_[\w-]+$/).textContent()) ?? "";
  const row = page.getByRole("region", { name: "Your tokens" }).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("only Careful reading · only search");
  await expect(row).toContainText("3 calls a minute");
  await expect(row).toContainText("50,000 tokens a day");
  const verb = async (path: string, data: object) => (await request.post(`${baseURL ?? ""}/api/v1/verbs/${path}`, { data, headers: { Authorization: `Bearer ${secret}` } })).status();
  expect(await verb("search", { query: "tide" })).toBe(200);
  expect(await verb("browse", {})).toBe(403);
  await page.getByRole("listitem").filter({ hasText: "Copy this token now" }).getByRole("button", { name: "Copy" }).click();
});

test("a program that signed in by itself stands apart, and its access is ended there", async ({ page, request, baseURL }, info) => {
  const name = `Reading robot ${String(info.retry)}`;
  let told: (query: URLSearchParams) => void = () => undefined;
  const answered = new Promise<URLSearchParams>((resolve) => {
    told = resolve;
  });
  const robot = createServer((asked, answer) => {
    const { pathname, searchParams } = new URL(asked.url ?? "/", "http://127.0.0.1");
    answer.setHeader("Content-Type", "text/html").end("<!doctype html><title>Robot</title><link rel=icon href=data:,><p>You can close this page.");
    if (pathname === "/callback") told(searchParams);
  });
  await new Promise<void>((ready) => robot.listen(0, "127.0.0.1", ready));
  const redirect = `http://127.0.0.1:${String((robot.address() as AddressInfo).port)}/callback`;
  const registered = await request.post(`${baseURL ?? ""}/oauth/register`, { data: { client_name: name, redirect_uris: [redirect] } });
  const { client_id: client } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(36).toString("base64url");
  const wish = new URLSearchParams({ response_type: "code", client_id: client, redirect_uri: redirect, scope: "read", state: "s", code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256" });
  await page.goto(`/oauth/authorize?${wish.toString()}`);
  await page.getByRole("button", { name: "Let it in", exact: true }).click();
  const code = (await answered).get("code") ?? "";
  robot.close();
  const redeemed = await request.post(`${baseURL ?? ""}/oauth/token`, { form: { grant_type: "authorization_code", code, redirect_uri: redirect, client_id: client, code_verifier: verifier } });
  const { access_token: access } = (await redeemed.json()) as { access_token: string };
  const status = async () =>
    (await request.post(`${baseURL ?? ""}/mcp`, { headers: { Authorization: `Bearer ${access}`, Accept: "application/json, text/event-stream" }, data: { jsonrpc: "2.0", id: 1, method: "tools/list" } })).status();
  const before = await status();

  await page.goto("/connect");
  const programs = page.getByRole("region", { name: "Programs that you let in" });
  const row = programs.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  await expect(page.getByRole("region", { name: "Your tokens" }).getByText(name)).toHaveCount(0);
  await withoutSeriousIssues(page);
  await row.getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: `Revoke ${name}?` });
  await expect(question).toContainText("It can ask you again.");
  await withoutSeriousIssues(page);
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(row).toHaveCount(0);
  expect([before, await status()]).toEqual([200, 401]);
});

test("administrators reach the console from their menu, as a page of its own", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Account" }).focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: "Administration" });
  await expect(entry).toHaveAttribute("href", "/admin/");
  await entry.click();
  await expect(page).toHaveURL(/\/admin\/$/);
  await expect(page.getByRole("heading", { name: "Engines" })).toBeVisible();
});
