import { useSyncExternalStore } from "react";

/** A value outside of React that components can watch. Listeners are told at most once per frame. */
export class Store<T> {
  private listeners = new Set<() => void>();
  private told = false;

  constructor(private value: T) {}

  get = (): T => this.value;

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    if (this.told) return;
    this.told = true;
    const tell = () => {
      this.told = false;
      for (const listener of this.listeners) listener();
    };
    if (typeof requestAnimationFrame === "function" && document.visibilityState === "visible") requestAnimationFrame(tell);
    else setTimeout(tell, 16);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
