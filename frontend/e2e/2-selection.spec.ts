import type { Page } from "@playwright/test";
import { expect, test, text, upload } from "./story";

const MANY = 120;
const RARE = "Shoal";

/** A library of more documents than a first page holds, all found by one word. */
async function many(page: Page): Promise<void> {
  await page.goto(`/?q=${RARE}&sort=title`);
  await upload(page, ...Array.from({ length: MANY }, (_, index) => text(`shoal-${String(index)}.md`, `# ${RARE} ${String(index).padStart(3, "0")}\n\nSounding ${String(index)}.\n`, "text/markdown")));
  await expect(page.getByRole("region", { name: "Uploads" }).getByText(`Added ${String(MANY)} documents`)).toBeVisible({ timeout: 90_000 });
  await page.getByRole("region", { name: "Uploads" }).getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(`${String(MANY)} documents`)).toBeVisible();
}

test("a selection reaches everything that matches, loaded or not, by box and by keys", async ({ page }) => {
  await many(page);
  await page.goto(`/?q=${RARE}&sort=title`);
  const bar = page.getByRole("toolbar", { name: "Actions for the selection" });
  const rows = page.getByRole("row");
  await rows.first().getByRole("checkbox").check();
  await bar.getByLabel("Select all that match").click();
  await expect(bar.getByText("All 120 selected")).toBeVisible();
  await rows.nth(1).getByRole("checkbox").uncheck();
  await expect(bar.getByText("119 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();

  await page.getByRole("grid").press("Control+a");
  await expect(bar.getByText("All 120 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Tag" }).click();
  await page.getByLabel("Name of the tag").fill("deep");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Tagged 120 documents “deep”")).toBeVisible();
  await expect(page.getByRole("group", { name: "Tags" }).getByLabel(/deep/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("group", { name: "Tags" }).getByLabel(/deep/)).toBeHidden();

  const grid = page.getByRole("grid");
  await page.goto(`/?q=${RARE}&sort=title`);
  await grid.press("End");
  await expect(page.locator(".row.cur")).toContainText(`${RARE} 119`);
  await grid.press("Home");
  await expect(page.locator(".row.cur")).toContainText(`${RARE} 000`);
  await grid.press("j");
  await grid.press("Shift+End");
  await expect(bar.getByText("119 selected")).toBeVisible();
  await grid.press("Shift+Home");
  await expect(bar.getByText("2 selected")).toBeVisible();
  await grid.press("Escape");
  await grid.press("Control+a");
  await grid.press("Delete");
  await page.getByRole("dialog", { name: "Delete 120 documents?" }).getByRole("button", { name: "Delete 120" }).click();
  await expect(page.getByText("No document matches these filters.")).toBeVisible();
});

test("the keys of the library work as soon as it is open, and one way leads to the list", async ({ page }) => {
  await page.goto("/");
  await upload(page, text("keyed.md", "# Keyed chart\n\nA line.\n", "text/markdown"));
  await expect(page.getByRole("region", { name: "Uploads" }).getByText("Added 1 document").first()).toBeVisible();
  await page.goto("/?q=Keyed+chart");
  await expect(page.getByRole("row").first()).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected, all there is")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/documents\/\d+/);

  await page.goto("/");
  await expect(page.getByRole("row").first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "To the list" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toBeFocused();
});

test("what stands in a row is no Tab stop; the arrows lead into it and the list's keys out of it", async ({ page }) => {
  await page.goto("/");
  await upload(page, { name: "sunken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nsunken") });
  await expect(page.getByRole("region", { name: "Uploads" }).getByText(/\d+ needs? you/).first()).toBeVisible();
  await page.goto("/?state=failed");
  const failed = page.getByRole("row").filter({ hasText: "sunken" }).getByRole("button", { name: "Damaged" });
  await expect(failed).toHaveAttribute("tabindex", "-1");
  await failed.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("row").filter({ hasText: "sunken" }).getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(failed).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page.getByRole("grid")).toBeFocused();
  await page.goto("/?state=failed&view=grid");
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect(page.getByRole("grid").locator("[tabindex='0']")).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.locator(".card.seld")).toHaveCount(1);
});
