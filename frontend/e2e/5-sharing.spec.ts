import type { Page } from "@playwright/test";
import { MEMBER, member } from "./people";
import { expect, test, text, upload, withoutSeriousIssues } from "./story";

/** The dialog of all collections, opened by keys, at one of them. */
async function manage(page: Page, collection: string) {
  await page.getByRole("button", { name: "Manage collections" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Collections" });
  await dialog.getByRole("button", { name: collection }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: collection })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "All collections" })).toBeFocused();
  return dialog;
}

test("a collection is made, renamed and filled; it is shared, and each sees what their role allows", async ({ page, browser, baseURL, troubles }, info) => {
  // told again it makes another one, since this one is handed over in the end
  const [draft, name] = [`Soundings ${String(info.retry)}`, `Depth soundings ${String(info.retry)}`];
  const title = `The old channel ${String(info.retry)}`;
  await page.goto("/");
  const other = await member(page, browser, baseURL ?? "");

  await page.getByRole("button", { name: "Manage collections" }).click();
  let dialog = page.getByRole("dialog", { name: "Collections" });
  await dialog.getByLabel("New collection").fill(draft);
  await dialog.getByRole("button", { name: "Make" }).click();
  await expect(dialog.getByRole("button", { name: draft })).toBeVisible();
  await dialog.getByLabel("New collection").fill(draft);
  await dialog.getByRole("button", { name: "Make" }).click();
  await expect(dialog.getByText("There is a collection by this name already.")).toBeVisible();
  await withoutSeriousIssues(page);
  await dialog.getByRole("button", { name: draft }).click();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(dialog.getByRole("heading", { name })).toBeVisible();

  await dialog.getByLabel("Name of the person").fill("nobody-here");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByText("Nobody here is called nobody-here.")).toBeVisible();
  await dialog.getByRole("button", { name: "Group", exact: true }).click();
  await dialog.getByLabel("Name of the group").fill("no-group");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByText("No group is called no-group.")).toBeVisible();
  await dialog.getByRole("button", { name: "Person", exact: true }).click();
  await dialog.getByLabel("Name of the person").fill(MEMBER.name);
  await dialog.getByLabel("Name of the person").press("Enter");
  await expect(dialog.getByLabel(`Role of ${MEMBER.name}`)).toHaveValue("reader");
  await withoutSeriousIssues(page);

  await dialog.getByRole("button", { name: "Show its documents" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Nothing in this collection yet. Drop files anywhere")).toBeVisible();
  await upload(page, text("channel.md", `# ${title}\n\nThree fathoms at low water.\n`, "text/markdown"));
  await expect(page.getByRole("row").filter({ hasText: title })).toBeVisible();

  // the other one sees it come, without a reload, and may only read
  const facet = other.getByRole("group", { name: "Collections" }).getByLabel(new RegExp(name));
  await facet.check();
  await expect(other.getByRole("group", { name: "Collections" }).locator("label").filter({ hasText: name })).toContainText("Reader");
  const row = other.getByRole("row").filter({ hasText: title });
  await expect(row).toBeVisible();
  await expect(other.getByRole("banner").getByRole("button", { name: "Upload" })).toHaveCount(0);
  await row.getByRole("checkbox").check();
  const bar = other.getByRole("toolbar", { name: "Actions for the selection" });
  await expect(bar).toContainText("You may only read this document.");
  for (const gone of ["Delete", "Move", "Tag", "Read again"]) await expect(bar.getByRole("button", { name: gone })).toHaveCount(0);
  await other.getByRole("grid").focus();
  await other.keyboard.press("Delete");
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await other.getByRole("button", { name: "Drop the selection" }).click();
  await row.getByRole("link", { name: title }).click();
  await expect(other.getByText("you may only read")).toBeVisible();
  await expect(other.getByRole("button", { name: "Edit outline" })).toHaveCount(0);
  await other.getByRole("button", { name: "More" }).click();
  await expect(other.getByRole("menuitem", { name: "Print" })).toBeVisible();
  await expect(other.getByRole("menuitem", { name: "Read again" })).toHaveCount(0);
  await other.keyboard.press("Escape");
  await other.goto("/");
  let theirs = await manage(other, name);
  await expect(theirs).toContainText("You are a reader here");
  await expect(theirs.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
  await withoutSeriousIssues(other);
  await other.keyboard.press("Escape");
  await expect(theirs).toBeHidden();
  await expect(other.getByRole("button", { name: "Manage collections" })).toBeFocused();
  await facet.check();

  // an editor may change
  dialog = await manage(page, name);
  await dialog.getByLabel(`Role of ${MEMBER.name}`).selectOption("editor");
  await expect(other.getByRole("banner").getByRole("button", { name: "Upload" })).toBeVisible();
  await expect(other.getByRole("group", { name: "Collections" }).locator("label").filter({ hasText: name })).toContainText("Editor");
  await row.getByRole("checkbox").check();
  await expect(bar.getByRole("button", { name: "Delete" })).toBeVisible();

  // who is removed sees nothing of it
  await dialog.getByRole("button", { name: `Remove ${MEMBER.name}` }).click();
  await expect(dialog.getByText("Nobody yet.")).toBeVisible();
  await other.goto("/");
  await expect(other.getByRole("heading", { name: "Library" })).toBeVisible();
  await expect(other.getByText(title)).toHaveCount(0);

  // it is handed over, and its former owner stays as a manager
  await dialog.getByRole("button", { name: "Hand it over to somebody else" }).click();
  await dialog.getByLabel("Name of the new owner").fill(MEMBER.name);
  await withoutSeriousIssues(page);
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await expect(dialog.getByText("You are a manager here")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Hand it over to somebody else" })).toHaveCount(0);
  await expect(dialog.getByLabel("Role of owner")).toHaveValue("manager");
  await page.keyboard.press("Escape");
  await other.reload();
  theirs = await manage(other, name);
  await expect(theirs).toContainText("yours");
  await other.context().close();
  // what was refused on purpose: a name that is taken, and two that nobody has
  expect(troubles.splice(0).filter((trouble) => !/40[49]/.test(trouble))).toEqual([]);
});
