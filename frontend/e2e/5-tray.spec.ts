import type { Page } from "@playwright/test";
import { expect, lockedPdf, test, text, upload } from "./story";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const torn = (name: string, retry: number) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(`%PDF-1.7\ntorn ${name} ${String(retry)}`) });
const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });

async function unfolded(page: Page): Promise<void> {
  const head = tray(page).locator(".tray-head");
  await head.waitFor();
  if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
  await expect(tray(page).getByText("torn-1.pdf")).toBeVisible();
}

/** Scrolls a part of the page to its end, and tells how many pixels the last thing in it stands above the tray. */
const clearance = (page: Page, scroller: string, things: string) =>
  page.evaluate(
    ([where, what]) => {
      const box = document.querySelector<HTMLElement>(where);
      const top = document.querySelector(".tray")?.getBoundingClientRect().top;
      if (!box || top === undefined) return NaN;
      box.scrollTop = box.scrollHeight;
      const last = [...box.querySelectorAll<HTMLElement>(what)].at(-1)?.getBoundingClientRect();
      return last ? top - last.bottom : NaN;
    },
    [scroller, things] as const,
  );

test("whatever the tray covers can be scrolled above it, on every page and every screen", async ({ page }, info) => {
  test.setTimeout(300_000);
  await page.goto("/");
  const shoals = Array.from({ length: 16 }, (_, number) => text(`shoal-${String(number)}.md`, `# Shoal ${String(number)} of ${String(info.retry)}\n\n${"It dries at low water.\n\n".repeat(60)}The last line of shoal ${String(number)}.\n`, "text/markdown"));
  await upload(page, ...shoals, ...["torn-1.pdf", "torn-2.pdf", "torn-3.pdf"].map((name) => torn(name, info.retry)));
  await expect(tray(page).getByText("torn-3.pdf")).toBeVisible();
  await expect(tray(page).getByText("Added 16 documents").first()).toBeVisible();
  await page.getByRole("link", { name: `Shoal 3 of ${String(info.retry)}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Shoal 3 of ${String(info.retry)}` })).toBeVisible();
  const reader = new URL(page.url()).pathname;
  const places = [
    { at: "/", scroller: ".lib-scroll", things: ".row" },
    { at: "/?view=grid", scroller: ".lib-scroll", things: ".card, .row" },
    { at: reader, scroller: ".lines", things: ".ln-row" },
    { at: "/search?q=low+water", scroller: ".search-main", things: ".hit, .search-more" },
    { at: "/agents", scroller: ".agents-try", things: "form, p, button" },
    { at: "/connect", scroller: ".connect", things: ".connect-column" },
    { at: "/account", scroller: "main", things: "p" },
  ];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const { at, scroller, things } of places) {
      await page.goto(at);
      await page.locator(scroller).locator(things).first().waitFor();
      await unfolded(page);
      await expect.poll(() => clearance(page, scroller, things), { message: `${at} at ${String(size.width)}` }).toBeGreaterThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(reader);
  await unfolded(page);
  const [edge, covering] = [await page.locator(".edge").boundingBox(), await tray(page).boundingBox()];
  expect(edge && covering && covering.x + covering.width <= edge.x).toBe(true);
  await page.goto("/");
  await unfolded(page);
  await page.locator(".lib-scroll").focus();
  await page.keyboard.press("End");
  await expect.poll(async () => {
    const [row, over] = [await page.locator(".row.cur").boundingBox(), await tray(page).boundingBox()];
    return row && over ? over.y - (row.y + row.height) : NaN;
  }).toBeGreaterThanOrEqual(0);
  await tray(page).getByRole("button", { name: "Close" }).click();
  await expect(tray(page)).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue("--foot"))).toBe("");
});

test("a folded tray that comes to need a password unfolds, and folded again it says so on its bar", async ({ page }, info) => {
  await page.goto("/");
  await upload(page, text("open.md", `# Open water ${String(info.retry)}\n\nNothing is locked here.\n`, "text/markdown"));
  await expect(tray(page).getByText("Added 1 document").first()).toBeVisible();
  const head = tray(page).locator(".tray-head");
  await head.click();
  await expect(head).toHaveAttribute("aria-expanded", "false");
  await upload(page, { name: "sealed.pdf", mimeType: "application/pdf", buffer: lockedPdf(`Sealed ${String(info.retry)}`, "spring tide") });
  await expect(tray(page).getByLabel("Password of sealed.pdf")).toBeVisible();
  await head.click();
  await expect(tray(page).getByLabel("Password of sealed.pdf")).toHaveCount(0);
  await expect(tray(page).locator(".tray-needs")).toHaveText(/^\d+ needs? you$/);
  await expect(head).toHaveAttribute("aria-expanded", "false");
  await head.click();
  await tray(page).getByRole("button", { name: "Close" }).click();
});
