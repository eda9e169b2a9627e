import { useEffect, useState, useSyncExternalStore } from "react";

interface ToastItem {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

let items: readonly ToastItem[] = [];
let next = 1;
const listeners = new Set<() => void>();

function set(changed: readonly ToastItem[]): void {
  items = changed;
  for (const listener of listeners) listener();
}

/** Say what was done elsewhere on the page. What failed is said inline, at its mend, never here. */
export function toast(text: string, action?: ToastItem["action"]): void {
  set([...items.slice(-2), { id: next++, text, ...(action ? { action } : {}) }]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const STAY = 6000;

function Toast({ item }: { item: ToastItem }) {
  const [held, hold] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => {
      set(items.filter((other) => other.id !== item.id));
    }, STAY);
    return () => {
      clearTimeout(timer);
    };
  }, [held, item.id]);
  return (
    <div
      className="toast"
      onFocus={() => {
        hold(true);
      }}
      onBlur={() => {
        hold(false);
      }}
    >
      <span>{item.text}</span>
      {item.action ? (
        <button
          type="button"
          onClick={() => {
            item.action?.run();
            set(items.filter((other) => other.id !== item.id));
          }}
        >
          {item.action.label}
        </button>
      ) : null}
    </div>
  );
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => items);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
    </div>
  );
}
