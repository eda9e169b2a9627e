/** Whether the tray is folded. Pure. */

/** What the person chose, and what needed them at that time. */
export interface Choice {
  folded: boolean;
  needs: ReadonlySet<number>;
  /** They folded it once more after it had unfolded by itself. */
  insists: boolean;
  run: number;
}

/** byItself: how the tray stands while nobody has chosen. A folded one unfolds once for what has come to need the person. */
export function isFolded(choice: Choice | null, needs: readonly number[], byItself: boolean): boolean {
  if (!choice) return byItself;
  return choice.folded && (choice.insists || needs.every((key) => choice.needs.has(key)));
}

/** The choice of a person who turns a tray that is shown folded, or not; run: the uploads that it is about. */
export function turned(before: Choice | null, shown: boolean, needs: readonly number[], run: number): Choice {
  const insists = before?.run === run && (before.insists || (!shown && before.folded));
  return { folded: !shown, needs: new Set(needs), insists, run };
}
