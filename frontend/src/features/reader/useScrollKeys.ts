import { useWindowKeys } from "@/shared/lib/window-keys";

/** Whatever takes these keys itself while it has the focus. */
const OWNERS = "input, textarea, select, dialog, iframe, audio, video, summary, [contenteditable], [role='menu'], [role='tree'], [role='listbox'], [role='grid'], [role='slider'], [role='tablist'], [role='radiogroup']";
const ROW = 40;
/** So much of a window stays in view when it is turned. */
const KEPT = 60;

export type Turn = number | "top" | "bottom";

/** How far a key turns a window of this height, in pixels; null for a key that turns nothing. Pure. */
export function turnOf({ key, shiftKey, ctrlKey }: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey">, height: number): Turn | null {
  if (key === "Home" || key === "End") return shiftKey ? null : key === "Home" ? "top" : "bottom";
  if (ctrlKey || (shiftKey && key !== " ")) return null;
  const window = Math.max(ROW, height - KEPT);
  return ({ ArrowDown: ROW, ArrowUp: -ROW, PageDown: window, PageUp: -window, " ": shiftKey ? -window : window } as Record<string, number>)[key] ?? null;
}

/** Whether the element that has the focus leaves a key to the text: nothing of its own takes it, and nothing around it scrolls. */
export function leavesKey(focused: Element | null, key: string, text: Element): boolean {
  if (!focused || focused === document.body) return true;
  if (focused.closest(OWNERS) || (key === " " && focused.matches("button, [role='button']"))) return false;
  for (let each: Element | null = focused; each && each !== text && each !== document.body; each = each.parentElement)
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)) return false;
  return true;
}

/** The text scrolls by the keys that scroll a page, wherever on the page the focus is. */
export function useScrollKeys(text: () => HTMLElement | null, turn: (turn: Turn) => void): void {
  useWindowKeys((event) => {
    const element = text();
    if (!element || event.defaultPrevented || event.altKey || event.metaKey || event.isComposing) return;
    const asked = turnOf(event, element.clientHeight);
    if (asked === null || document.querySelector("dialog[open]") || !leavesKey(document.activeElement, event.key, element)) return;
    event.preventDefault();
    turn(asked);
  });
}
