import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

interface HeldFocus {
  /** Give the number of a line the focus, now or as soon as it is drawn. */
  hold: (line: number) => void;
  drop: () => void;
  onBlur: (event: FocusEvent) => void;
}

/**
 * Only the lines near the window are drawn, and with a row that goes its focus would go, too. It stays in the text
 * meanwhile, and comes back to the line when that is drawn again.
 */
export function useHeldFocus(scroller: RefObject<HTMLElement | null>): HeldFocus {
  const held = useRef<number | null>(null);
  const settle = () => {
    if (held.current === null) return;
    const active = document.activeElement;
    const adrift = active === null || active === document.body;
    if (!adrift && !scroller.current?.contains(active)) return;
    const button = document.getElementById(`n${String(held.current)}`);
    if (button) {
      if (button !== active) button.focus({ preventScroll: true });
    } else if (adrift) scroller.current?.focus({ preventScroll: true });
  };
  useLayoutEffect(settle);
  return {
    hold: (line) => {
      held.current = line;
      settle();
    },
    drop: () => {
      held.current = null;
    },
    onBlur: ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node) || !scroller.current?.contains(relatedTarget)) held.current = null;
    },
  };
}
