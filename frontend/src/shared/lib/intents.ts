/** What one part of the page asks of another without knowing it. */
export type Intent = "choose-files" | "choose-folder" | "focus-jump" | "show-keys" | "add-guide" | "manage-collections";

const bus = new EventTarget();

export function ask(intent: Intent): void {
  bus.dispatchEvent(new Event(intent));
}

export function onAsk(intent: Intent, run: () => void): () => void {
  bus.addEventListener(intent, run);
  return () => {
    bus.removeEventListener(intent, run);
  };
}
