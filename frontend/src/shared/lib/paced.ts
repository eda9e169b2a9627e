import { useCallback, useEffect, useRef, useState } from "react";

/**
 * What a person types, and what to ask for: after a pause the first change at once, in a burst the last one once it
 * has rested; words that are not settled yet are only shown. Both change in the same render when nothing has to be waited for.
 */
export function usePaced(start: string, rest: number): [typed: string, asked: string, type: (words: string, settled?: boolean) => void] {
  const [typed, setTyped] = useState(start);
  const [asked, setAsked] = useState(start);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const type = useCallback(
    (words: string, settled = true) => {
      const now = performance.now();
      const burst = now - changedAt.current < rest;
      changedAt.current = now;
      clearTimeout(timer.current);
      setTyped(words);
      if (!settled) return;
      if (!burst) setAsked(words);
      else
        timer.current = setTimeout(() => {
          setAsked(words);
        }, rest);
    },
    [rest],
  );
  return [typed, asked, type];
}
