// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { leavesKey, turnOf } from "./useScrollKeys";

const key = (name: string, held: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => turnOf({ key: name, shiftKey: false, ctrlKey: false, ...held }, 660);

afterEach(() => {
  document.body.replaceChildren();
});

test("the keys that turn a page turn the text", () => {
  expect([key(" "), key(" ", { shiftKey: true }), key("PageDown"), key("PageUp")]).toEqual([600, -600, 600, -600]);
  expect([key("ArrowDown"), key("ArrowUp")]).toEqual([40, -40]);
  expect([key("Home"), key("End"), key("Home", { ctrlKey: true }), key("End", { ctrlKey: true })]).toEqual(["top", "bottom", "top", "bottom"]);
});

test("keys that select, or mean something else, turn nothing", () => {
  expect([key("End", { shiftKey: true }), key("ArrowDown", { shiftKey: true }), key("ArrowDown", { ctrlKey: true }), key("a"), key("Enter")]).toEqual([null, null, null, null, null]);
});

test("a field, a tree and a menu keep their keys; a button keeps Space alone", () => {
  document.body.innerHTML = '<input><div role="tree"><p tabindex="0"></p></div><div role="menu"><button></button></div><button id="find"></button><div id="text"><i tabindex="-1"></i></div>';
  const text = document.getElementById("text") ?? document.body;
  const leaves = (selector: string, name: string) => leavesKey(document.querySelector(selector), name, text);
  for (const selector of ["input", "[role=tree] p", "[role=menu] button"]) expect(leaves(selector, "End")).toBe(false);
  expect(leaves("#find", " ")).toBe(false);
  expect(leaves("#find", "End")).toBe(true);
  expect(leaves("#text i", " ")).toBe(true);
  expect(leavesKey(null, " ", text)).toBe(true);
  expect(leavesKey(document.body, " ", text)).toBe(true);
});
