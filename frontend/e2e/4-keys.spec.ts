import type { Locator, Page } from "@playwright/test";
import { csrfOf } from "./people";
import { expect, test } from "./story";

/** A document that is there and read, whose id is returned. */
async function given(page: Page, name: string, body: string): Promise<number> {
  await page.goto("/");
  const answer = await page.request.post(`/api/v1/documents?filename=${name}`, { data: Buffer.from(body), headers: { ...(await csrfOf(page)), "Content-Type": "application/octet-stream" } });
  const [first] = [(await answer.json()) as { document: { id: number } } | { document: { id: number } }[]].flat();
  const id = first?.document.id ?? 0;
  await expect.poll(async () => ((await (await page.request.get(`/api/v1/documents/${String(id)}`)).json()) as { line_count: number }).line_count).toBeGreaterThan(0);
  return id;
}

const book = (count: number) => `${Array.from({ length: count }, (_, index) => (index % 100 === 0 ? `# Watch ${String(index / 100 + 1)}` : `Entry ${String(index + 1)} of the log.`)).join("\n")}\n`;
const at = (page: Page) => page.locator(".lines").evaluate((element) => Math.round(element.scrollTop));
const rest = (page: Page) => page.locator(".lines").evaluate((element) => Math.round(element.scrollHeight - element.clientHeight - element.scrollTop));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");

test("the text scrolls by the keys of a page, from wherever the focus is", async ({ page }) => {
  const id = await given(page, "watchbook.md", book(2_000));
  await page.goto(`/documents/${String(id)}`);
  await page.locator("#L5").waitFor();
  const turns = async () => {
    for (const key of ["Space", "PageDown", "ArrowDown"]) {
      const before = await at(page);
      await page.keyboard.press(key);
      await expect.poll(() => at(page), { message: key }).toBeGreaterThan(before);
    }
    for (const key of ["PageUp", "Shift+Space", "ArrowUp"]) {
      const before = await at(page);
      await page.keyboard.press(key);
      await expect.poll(() => at(page), { message: key }).toBeLessThan(before === 0 ? 1 : before);
    }
    for (const [end, home] of [["End", "Home"], ["Control+End", "Control+Home"]] as const) {
      await page.keyboard.press(end);
      await expect(page.locator("#L2000")).toBeInViewport();
      await page.keyboard.press(home);
      await expect.poll(() => at(page)).toBe(0);
    }
  };
  await turns();
  await page.locator("#L7 .tx").click();
  await turns();
  await page.getByRole("button", { name: "As an agent" }).focus();
  await page.keyboard.press("End");
  await expect(page.locator("#L2000")).toBeInViewport();
  // what takes the keys itself keeps them
  await page.getByRole("tree").focus();
  const before = await at(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("log");
  await page.keyboard.press("Home");
  expect(await at(page)).toBe(before);
});

test("Home and End move the line with its focus, and a focus that scrolls away is not lost", async ({ page }) => {
  test.setTimeout(240_000);
  const id = await given(page, "centurylog.md", book(100_000));
  await page.goto(`/documents/${String(id)}`);
  await page.locator("#n3").focus();
  for (const [key, line] of [["End", 100_000], ["ArrowUp", 99_999], ["Home", 1], ["PageDown", 21], ["Control+End", 100_000], ["Control+Home", 1]] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page), { message: key }).toBe(`n${String(line)}`);
    await expect(page.locator(`#L${String(line)}`)).toBeInViewport();
  }
  await page.keyboard.press("Shift+End");
  await expect(page).toHaveURL(/#L1-100000$/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await expect.poll(() => focused(page)).toBe("n1");
  await page.locator(".lines").hover();
  await page.mouse.wheel(0, 9_000);
  await expect(page.locator("#L1")).toHaveCount(0);
  await expect(page.locator(".lines")).toBeFocused();
  await page.keyboard.press("PageDown");
  await page.mouse.wheel(0, -20_000);
  await expect.poll(() => focused(page)).toBe("n1");
});

test("the address follows the section, and one beyond the end leads to the last line", async ({ page }) => {
  const id = await given(page, "harbourbook.md", book(817));
  await page.goto(`/documents/${String(id)}`);
  await page.getByRole("tree").waitFor();
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/#at-L101$/);
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/#at-L201$/);
  await page.reload();
  await expect(page.locator("#L201")).toBeInViewport();
  await expect(page.getByRole("toolbar", { name: "Selected lines" })).toHaveCount(0);
  await page.getByRole("treeitem", { name: /Watch 5/ }).click();
  await expect(page).toHaveURL(/#at-L401$/);
  await page.goto("about:blank");
  await page.goto(`/documents/${String(id)}#L99999`);
  await expect(page.locator("#L817")).toBeInViewport();
  await expect(page.getByText(/99,?999/)).toBeVisible();
  await expect.poll(() => rest(page)).toBeLessThan(2);
});

test("words of an input method are asked for when they are confirmed, and Enter belongs to it meanwhile", async ({ page }) => {
  await given(page, "shio.md", "# 潮の表\n\n潮が満ちる。\n");
  const asked: string[] = [];
  page.on("request", (request) => {
    const query = new URL(request.url()).searchParams.get("query");
    if (request.url().includes("/api/v1/search")) asked.push(query ?? "");
  });
  const method = await page.context().newCDPSession(page);
  const compose = async (field: Locator) => {
    for (const text of ["s", "し", "しお"]) {
      await method.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await expect(field).toHaveValue(text);
    }
  };
  await page.goto("/search");
  await page.locator("#search-query").focus();
  await compose(page.locator("#search-query"));
  expect(asked).toEqual([]);
  await method.send("Input.insertText", { text: "潮" });
  await expect(page.getByRole("link", { name: "潮の表" }).first()).toBeVisible();
  expect(asked).toEqual(["潮"]);
  asked.length = 0;
  await page.goto("/");
  await page.getByRole("combobox").focus();
  await compose(page.getByRole("combobox"));
  await page.getByRole("combobox").dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true });
  await expect(page.getByRole("listbox")).toHaveCount(0);
  expect(asked).toEqual([]);
  await method.send("Input.insertText", { text: "潮" });
  await expect(page.getByRole("listbox").getByText("潮の表").first()).toBeVisible();
  expect(asked).toEqual(["潮"]);
});

test("a question is no longer than the server takes, in the fields and in an address", async ({ page }) => {
  await page.goto(`/search?q=${"tide ".repeat(500).trim()}`);
  await expect(page.locator("#search-query")).toHaveAttribute("maxlength", "2000");
  await expect(page.getByText("Nothing was found.").or(page.locator(".hit").first()).first()).toBeVisible();
  await expect(page.getByText("cannot be used")).toHaveCount(0);
});
