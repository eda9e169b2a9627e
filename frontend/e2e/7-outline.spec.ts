import { expect, test, text, upload, withoutSeriousIssues } from "./story";

const LOG = `The keeper of the light wrote this log.

Winter storms
The lamp went out twice in January.

Repairs to the lamp
A new wick came by boat in March.

Visitors at the rock
Nobody came before May.
`;

test("a person writes the outline of a text that has none, and search and the outline of agents follow", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("lightlog.txt", LOG));
  await page.getByRole("link", { name: "lightlog" }).first().click();
  await expect(page.getByText("No reliable outline. Read it line by line.")).toBeVisible();
  await page.getByRole("button", { name: "Edit outline" }).click();
  const editor = page.getByRole("region", { name: "Edit outline" });

  for (const line of [3, 6, 9]) {
    await page.getByRole("button", { name: `Line ${String(line)}`, exact: true }).click();
    await editor.getByRole("button", { name: `Add section at line ${String(line)}` }).click();
    await editor.getByLabel("Title of the section").press("Enter");
  }
  const sections = editor.getByRole("tree", { name: "Edit outline" });
  await expect(sections.getByRole("treeitem")).toHaveText([/Winter storms/, /Repairs to the lamp/, /Visitors at the rock/]);

  await sections.focus();
  await sections.press("ArrowUp");
  await sections.press("Alt+ArrowRight");
  await sections.press("Enter");
  await editor.getByLabel("Title of the section").fill("A wick for the quokka lamp");
  await editor.getByLabel("Title of the section").press("Enter");
  await expect(sections.getByRole("treeitem", { name: "1.1 A wick for the quokka lamp, line 6" })).toBeVisible();
  await sections.press("Delete");
  await expect(sections.getByRole("treeitem")).toHaveCount(2);
  await sections.press("Control+z");
  await expect(sections.getByRole("treeitem")).toHaveCount(3);
  await withoutSeriousIssues(page);
  await editor.getByRole("button", { name: "Save outline" }).click();

  await expect(page.getByRole("treeitem", { name: /A wick for the quokka lamp, lines 6 to 8, found by edited/ })).toBeVisible();
  const address = page.url().replace(/#.*/, "");
  await expect(async () => {
    await page.goto("/search?q=quokka");
    await expect(page.getByRole("link", { name: /A wick for the quokka lamp/ })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });

  await page.goto(address);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Read again" }).click();
  const shown = await page.request.get(`/api/v1${new URL(address).pathname}/outline`);
  const first = ((await shown.json()) as { version: number }).version;
  await expect(async () => {
    const answer = await page.request.get(`/api/v1${new URL(address).pathname}/outline`);
    expect(((await answer.json()) as { version: number }).version).toBeGreaterThan(first);
  }).toPass({ timeout: 30_000 });
  await page.goto(address);
  await expect(page.getByRole("treeitem", { name: /A wick for the quokka lamp, lines 6 to 8/ })).toBeVisible();

  await page.getByRole("button", { name: "Edit outline" }).click();
  await editor.getByRole("button", { name: "Undo all edits" }).click();
  await expect(page.getByText("No reliable outline. Read it line by line.")).toBeVisible();
});

test("an edit of an outline that somebody else changed meanwhile is not lost in silence", async ({ page, troubles }) => {
  await page.goto("/");
  await upload(page, text("rota.md", "# Rota\n\nWho cleans.\n\n## Monday\n\nOne.\n\n## Tuesday\n\nTwo.\n", "text/markdown"));
  await page.getByRole("link", { name: "Rota" }).first().click();
  await page.getByRole("button", { name: "Edit outline" }).click();
  const editor = page.getByRole("region", { name: "Edit outline" });
  const path = `/api/v1${new URL(page.url()).pathname}/outline`;
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === "mokuji_csrf")?.value ?? "";
  const other = await page.request.patch(path, { headers: { "X-CSRFToken": csrf, Referer: page.url() }, data: { version: 2, operations: [{ op: "rename", section: "1.1", title: "Washing day" }] } });
  expect(other.status()).toBe(200);
  await editor.getByRole("tree").press("Delete");
  const answered = page.waitForResponse((response) => response.url().endsWith("/outline") && response.request().method() === "PUT");
  await editor.getByRole("button", { name: "Save outline" }).click();
  expect((await answered).status()).toBe(409);
  await expect(editor.getByRole("alert")).toContainText("Your edits are kept");
  expect(troubles.splice(0)).toEqual([expect.stringContaining("409")]);
  await editor.getByRole("button", { name: "Discard them" }).click();
  await expect(page.getByRole("treeitem", { name: /Washing day/ })).toBeVisible();
});

test("an unsaved edit outlives a new version of the file, and goes on with it", async ({ page }, info) => {
  const name = `Chores ${String(info.retry)}`; // a second try is a file of its own
  await page.goto("/");
  await upload(page, text("chores.md", `# ${name}\n\nWho does what.\n\n## Sweeping\n\nOne.\n\n## Mopping\n\nTwo.\n`, "text/markdown"));
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("button", { name: "Edit outline" }).click();
  const editor = page.getByRole("region", { name: "Edit outline" });
  await editor.getByRole("treeitem", { name: /Sweeping/ }).click();
  await editor.getByRole("tree").press("Delete");
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === "mokuji_csrf")?.value ?? "";
  const newer = text("chores.md", `# ${name}\n\nWho does what, and when.\n\nEach week.\n\n## Sweeping\n\nOne.\n\n## Mopping\n\nTwo.\n\n## Dusting\n\nThree.\n`, "text/markdown");
  const sent = await page.request.post(`/api/v1${new URL(page.url()).pathname}/revisions`, { headers: { "X-CSRFToken": csrf, Referer: page.url() }, multipart: { file: newer } });
  expect(sent.ok(), await sent.text()).toBe(true);
  await expect(editor.getByRole("alert")).toContainText("Your edits are kept");
  await editor.getByRole("button", { name: "Put them on the new text" }).click();
  await expect(editor.getByRole("treeitem", { name: /Mopping, line 11/ })).toBeVisible();
  await editor.getByRole("button", { name: "Save outline" }).click();
  await expect(page.getByRole("treeitem", { name: /Mopping/ })).toBeVisible();
  await expect(page.getByRole("treeitem", { name: /Sweeping/ })).toHaveCount(0);
});
