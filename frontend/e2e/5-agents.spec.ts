import { expect, test, text, upload, withoutSeriousIssues } from "./story";

const ALMANAC = `# The keeper's almanac

## Lamps

The lamp burns 40 litres of oil a month.

## Fog

The bell burns nothing, and rings every 12 seconds.
${Array.from({ length: 60 }, (_, index) => `Entry ${String(index + 1)}: the keeper trims the wick.`).join("\n")}
`;

const count = (page: import("@playwright/test").Page) => page.getByRole("meter");

test("grep and browse show the exact text that an agent gets, with its tokens, and go on from page to page", async ({ page, request, baseURL }) => {
  await page.goto("/");
  await upload(page, text("almanac.md", ALMANAC, "text/markdown"));
  await expect(page.getByRole("link", { name: "The keeper's almanac" }).first()).toBeVisible();

  await page.goto("/agents");
  const verbs = page.getByRole("group", { name: "Verb" });
  await verbs.getByRole("button", { name: "grep" }).focus();
  await page.keyboard.press("Enter");
  await expect(verbs.getByRole("button", { name: "grep" })).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("pattern").fill("WICK\\.$");
  await page.getByLabel("ignore_case").check();
  await page.getByLabel("limit").fill("50");
  await page.getByLabel("pattern").press("Enter");
  const answer = page.getByLabel("Answer", { exact: true });
  await expect(answer).toContainText("Entry 50: the keeper trims the wick.");
  await expect(answer).not.toContainText("Entry 51:");
  await withoutSeriousIssues(page);
  await page.getByRole("button", { name: "Go on from there" }).click();
  await expect(answer).toContainText("Entry 60:");
  await expect(page.getByLabel("cursor")).not.toHaveValue("");
  await page.getByLabel("pattern").fill("litres");
  await expect(page.getByLabel("cursor")).toHaveValue("");

  await verbs.getByRole("button", { name: "browse" }).click();
  await page.getByLabel("type").fill("md");
  await page.getByLabel("sort").fill("title");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(answer).toContainText("The keeper's almanac");
  await expect(count(page)).toHaveAccessibleName(/^[\d,]+ tokens$/);
  const shown = await answer.textContent();

  // word for word what an agent is given
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === "mokuji_csrf")?.value ?? "";
  const made = await page.request.post("/api/v1/tokens", { data: { name: "Almanac reader" }, headers: { "X-CSRFToken": csrf } });
  const { secret } = (await made.json()) as { secret: string };
  const told = await request.post(`${baseURL ?? ""}/mcp`, {
    headers: { Authorization: `Bearer ${secret}`, Accept: "application/json, text/event-stream" },
    data: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "browse", arguments: { type: "md", sort: "title" } } },
  });
  const body = (await told.text()).replace(/^[\s\S]*?data: /, "");
  const { result } = JSON.parse(body.slice(body.indexOf("{"))) as { result: { content: { text: string }[] } };
  expect(shown).toBe(result.content[0]?.text);
});

test("a pattern that cannot be used is told as the agent is told it", async ({ page }) => {
  await page.goto("/agents?verb=grep");
  await page.getByLabel("pattern").fill("(");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText("refused")).toBeVisible();
  await expect(page.getByLabel("Answer", { exact: true })).toContainText("pattern");
});
