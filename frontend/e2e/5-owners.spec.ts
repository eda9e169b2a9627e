import { MEMBER, csrfOf, member } from "./people";
import { expect, test, text, upload } from "./story";

test("a collection of somebody else is named with its owner wherever it is named", async ({ page, browser, baseURL }) => {
  await page.goto("/");
  const headers = await csrfOf(page);
  const other = await member(page, browser, baseURL ?? "");
  // each has a first collection of their own, which the server calls the same
  await upload(page, text("owned-lamp.md", "# The owner's lamp\n\nIt burns colza oil.\n", "text/markdown"));
  await expect(page.getByRole("link", { name: "The owner's lamp" }).first()).toBeVisible();
  await upload(other, text("member-lamp.md", "# The member's lamp\n\nIt burns paraffin.\n", "text/markdown"));
  await expect(other.getByRole("link", { name: "The member's lamp" }).first()).toBeVisible();
  const all = (await (await page.request.get("/api/v1/collections")).json()) as { id: number; name: string; owner: string }[];
  const first = all.find((each) => each.name === "My documents" && each.owner === "owner");
  const made = (await (await page.request.post("/api/v1/collections", { data: { name: "Lamps" }, headers })).json()) as { id: number };
  for (const id of [first?.id, made.id]) {
    const shared = await page.request.put(`/api/v1/collections/${String(id)}/members`, { data: { user: MEMBER.name, role: "editor" }, headers });
    expect(shared.ok()).toBe(true);
  }
  await other.reload();
  const facet = other.getByRole("group", { name: "Collections" });
  await expect(facet.getByText("owner’s documents")).toBeVisible();
  await expect(facet.getByText("My documents", { exact: true })).toHaveCount(1);
  const row = other.getByRole("row").filter({ hasText: "The member's lamp" });
  await expect(row).toContainText("in My documents");
  await expect(other.getByRole("row").filter({ hasText: "The owner's lamp" })).toContainText("in owner’s documents");
  await facet.getByLabel(/^My documents/).check();
  await expect(row).toBeVisible();
  await expect(other.locator(".row-home")).toHaveCount(0);
  await facet.getByLabel(/^My documents/).uncheck();
  await row.getByRole("checkbox").check();
  await other.getByRole("button", { name: "Move" }).click();
  await expect(other.getByRole("menuitem", { name: "Lamps · owner" })).toBeVisible();
  await expect(other.getByRole("menuitem", { name: "owner’s documents" })).toBeVisible();
  await expect(other.getByRole("menuitem", { name: "My documents" })).toHaveCount(1);
  await other.keyboard.press("Escape");
  await other.getByRole("button", { name: "Manage collections" }).click();
  await expect(other.getByRole("dialog").getByRole("button", { name: /^owner’s documents/ })).toBeVisible();
  await other.keyboard.press("Escape");
  await other.goto("/search?q=colza");
  await expect(other.locator(".hit-facts").first()).toContainText("owner’s documents");
  await other.getByRole("link", { name: "The owner's lamp" }).first().click();
  await expect(other.getByText("in owner’s documents")).toBeVisible();
  await other.context().close();
});
