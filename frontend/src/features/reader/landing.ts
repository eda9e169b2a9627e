/** Lands a line a third down and holds it there while the rows above find their true heights. */
const HOLD = 700;
const LONGEST = 15_000;

export class Landing {
  private frame = 0;
  private release: (() => void) | null = null;

  constructor(private readonly scroller: () => HTMLElement | null) {}

  to(line: number, bring: () => void, loaded: () => boolean): void {
    this.stop();
    const scroller = this.scroller();
    if (!scroller) return;
    bring();
    const began = performance.now();
    let until = began + HOLD;
    const stop = () => {
      this.stop();
    };
    for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) scroller.addEventListener(name, stop, { passive: true });
    this.release = () => {
      for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) scroller.removeEventListener(name, stop);
    };
    const settle = () => {
      const row = scroller.querySelector(`[data-line="${String(line)}"]`);
      if (row) {
        const want = scroller.getBoundingClientRect().top + scroller.clientHeight / 3;
        const off = row.getBoundingClientRect().top - want;
        const end = scroller.scrollHeight - scroller.clientHeight;
        if (Math.abs(off) > 1 && (off < 0 ? scroller.scrollTop > 0 : scroller.scrollTop < end - 1)) {
          scroller.scrollTop += off;
          until = performance.now() + HOLD;
        }
      } else {
        bring();
        until = performance.now() + HOLD;
      }
      if (!loaded()) until = performance.now() + HOLD;
      if (performance.now() < Math.min(until, began + LONGEST)) this.frame = requestAnimationFrame(settle);
      else this.stop();
    };
    this.frame = requestAnimationFrame(settle);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.release?.();
    this.release = null;
  }
}

/** The line a reader is at: near the top of the text at its beginning, a third down inside it. */
export function readingOffset(scrollTop: number, height: number): number {
  return scrollTop + Math.min(height / 3, scrollTop) + 2;
}

const CHARACTERS_A_ROW = 76;

/** How many rows a line takes on average, from the facts of the card: about six characters a word, one for CJK. */
export function rowsPerLine(words: number, lines: number, language: string): number {
  const characters = words * (/^(ja|zh|ko)/.test(language) ? 2 : 6);
  return Math.min(6, Math.max(1, characters / Math.max(1, lines) / CHARACTERS_A_ROW + 0.3));
}
