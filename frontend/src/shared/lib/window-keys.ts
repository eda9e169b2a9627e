import { useEffect, useEffectEvent } from "react";

/** Hear every key that nothing kept to itself, with what is true at that moment. */
export function useWindowKeys(press: (event: KeyboardEvent) => void): void {
  const now = useEffectEvent(press);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      now(event);
    };
    window.addEventListener("keydown", listener);
    return () => {
      window.removeEventListener("keydown", listener);
    };
  }, []);
}
