/** Single keys do nothing while a person types, and can be switched off for those whom they disturb. */
const KEY = "mokuji.single-keys";

export function singleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "off");
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("dialog[open], [role='menu']")) return true;
  return target.matches("textarea, select, input:not([type='checkbox']):not([type='radio'])");
}
