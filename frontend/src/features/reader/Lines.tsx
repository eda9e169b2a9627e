import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ReactNode, Ref } from "react";
import { type Store, useStore } from "@/shared/lib/store";
import { usePhone } from "@/shared/lib/media";
import { foot } from "@/shared/ui/foot";
import { Landing, readingOffset } from "./landing";
import { type Hands, LineRow } from "./LineRow";
import { LostLine } from "./LostLine";
import { type LineRange, pageRanges, spanOf } from "./range";
import { useHeldFocus } from "./useHeldFocus";
import { BLOCK, blockOf, useLines } from "./useLines";
import { type Turn, useScrollKeys } from "./useScrollKeys";

export interface LinesHandle {
  /** Bring a line a third down, at once. */
  land: (line: number) => void;
}

export interface View {
  /** The line the reader is at. */
  line: number;
  first: number;
  last: number;
  page: number | null;
}

/** From here on the numbers need more room. */
const SIX_DIGITS = 100_000;

/** Lines are measured by so many: the list of heights is gone through at every measure, and 100,000 are too many. */
const GROUP = 20;

const groupOf = (line: number) => Math.floor((line - 1) / GROUP);

interface LinesProps {
  ref: Ref<LinesHandle>;
  documentId: number;
  revision: number;
  total: number;
  /** How many rows a line takes on a wide screen, on average. */
  guess: number;
  lang: string | undefined;
  rendered: boolean;
  /** Whether the document holds others. */
  container: boolean;
  missing: ReadonlySet<number>;
  selection: LineRange | null;
  hits: ReadonlyMap<number, readonly (readonly number[])[]>;
  /** The line of the hit that one is at. */
  current: number | null;
  view: Store<View>;
  onSelect: (range: LineRange | null) => void;
  onShowPage: (page: number) => void;
  /** What scrolls away before the text, and what stays at the top when it has. */
  above?: ReactNode;
  head?: ReactNode;
}

export function Lines(props: LinesProps) {
  const { documentId, revision, total, lang, rendered, missing, selection, hits, view, onSelect } = props;
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const landing = useMemo(() => new Landing(() => scroller.current), []);
  const [dragged, drag] = useState<LineRange | null>(null);
  const [focused, setFocused] = useState(1);
  const focus = useHeldFocus(scroller);
  const anchor = useRef(1);
  // A line that was jumped to is the place until the reader moves on, also where the text cannot scroll to it.
  const pinned = useRef<number | null>(null);
  const [blocks, setBlocks] = useState<readonly number[]>([0]);
  const lines = useLines(documentId, revision, blocks);
  const width = useRef(0);
  const text = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const height = props.guess * (phone ? 58 : 27);

  const rows = useVirtualizer({
    count: Math.ceil(total / GROUP),
    getScrollElement: () => scroller.current,
    // One guess for all lines: a guess that changed as lines load would move what is on the screen.
    estimateSize: (index) => height * Math.min(GROUP, total - index * GROUP),
    overscan: 1,
    paddingStart: 10,
    paddingEnd: 120,
    scrollMargin: margin,
    scrollPaddingEnd: useStore(foot),
    onChange: (instance) => {
      note(instance.scrollOffset ?? 0, instance.getVirtualItems());
    },
  });

  const note = (offset: number, items: readonly { index: number }[]) => {
    const element = scroller.current;
    const first = items[0];
    const last = items.at(-1);
    if (!element || !first || !last) return;
    // Of another width the lines stand elsewhere; the one that was read is brought back first.
    if (width.current !== 0 && element.clientWidth !== width.current) return;
    // With the neighbours, so that text is there when it is scrolled to.
    const needed = range(Math.max(0, blockOf(first.index * GROUP + 1) - 1), Math.min(blockOf(total), blockOf((last.index + 1) * GROUP) + 1));
    setBlocks((before) => (before.join() === needed.join() ? before : needed));
    const drawn = element.querySelectorAll<HTMLElement>(".ln-row");
    const top = element.getBoundingClientRect().top;
    const bottom = top + element.clientHeight;
    // After a far jump the rows of the new place are drawn a moment later; then this is asked again.
    if ((drawn[0]?.getBoundingClientRect().top ?? bottom) > bottom || (drawn[drawn.length - 1]?.getBoundingClientRect().bottom ?? top) < top) return;
    const here = pinned.current ?? lineAt(drawn, top - offset + readingOffset(offset, element.clientHeight));
    const next = { first: lineAt(drawn, top), last: lineAt(drawn, bottom) };
    const before = view.get();
    if (before.line !== here || before.first !== next.first || before.last !== next.last) view.set({ line: here, ...next, page: lines.pageOf(here) });
  };

  const loaded = useRef<(line: number) => boolean>(() => false);
  useEffect(() => {
    loaded.current = (line) => lines.get(line) !== undefined;
  });
  const visible = rows.getVirtualItems();
  // The numbers are one tab stop: the line last used while it is drawn, else the first of the window.
  const drawn = visible.some((item) => item.index === groupOf(focused));
  const tabStop = drawn ? focused : (visible.find((item) => item.end > (rows.scrollOffset ?? 0))?.index ?? 0) * GROUP + 1;
  const noteNow = useEffectEvent(() => {
    note(rows.scrollOffset ?? 0, rows.getVirtualItems());
  });
  useEffect(() => {
    noteNow();
  }, [visible]);

  const land = useCallback(
    (line: number) => {
      setFocused(line);
      pinned.current = line;
      view.set({ ...view.get(), line });
      landing.to(line, () => {
        rows.scrollToIndex(groupOf(line), { align: "center" });
      }, () => loaded.current(line));
    },
    [landing, rows, view],
  );
  useImperativeHandle(props.ref, () => ({ land }), [land]);
  useEffect(() => () => { landing.stop(); }, [landing]);
  const hold = useEffectEvent((before: number) => {
    const element = scroller.current;
    if (!element || before === 0 || element.scrollTop === 0) return;
    const { line } = view.get();
    pinned.current = line;
    landing.to(line, () => {
      rows.scrollToIndex(groupOf(line), { align: "center" });
    }, () => loaded.current(line));
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const watch = new ResizeObserver(() => {
      setMargin(text.current?.offsetTop ?? 0);
      if (element.clientWidth === width.current) return;
      const before = width.current;
      width.current = element.clientWidth;
      hold(before);
    });
    watch.observe(element);
    for (const each of element.children) watch.observe(each);
    return () => {
      watch.disconnect();
    };
  }, [phone]);

  const unpin = () => {
    pinned.current = null;
  };
  useScrollKeys(() => scroller.current, (turn: Turn) => {
    landing.stop();
    unpin();
    if (turn === "bottom") land(total);
    else if (turn === "top") scroller.current?.scrollTo({ top: 0 });
    else scroller.current?.scrollBy({ top: turn });
  });
  const range_ = dragged ?? selection;
  const lineUnder = (event: PointerEvent): number | null => {
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-line]");
    return row ? Number(row.dataset.line) : null;
  };
  const down = (event: PointerEvent, line: number) => {
    if (event.button !== 0) return;
    if (event.shiftKey && selection) {
      onSelect(spanOf(anchor.current, line));
      return;
    }
    anchor.current = line;
    setFocused(line);
    if (event.pointerType === "mouse") drag({ first: line, last: line });
  };
  const move = (event: PointerEvent) => {
    const line = dragged ? lineUnder(event) : null;
    if (line !== null) drag(spanOf(anchor.current, line));
  };
  const up = () => {
    if (!dragged) return;
    const same = selection?.first === dragged.first && selection.last === dragged.last;
    onSelect(same ? null : dragged);
    drag(null);
  };
  const press = (event: KeyboardEvent) => {
    const next = lineAfter(event.key, focused, total);
    if (next !== null) {
      unpin();
      setFocused(next);
      const row = document.getElementById(`L${String(next)}`);
      if (event.key === "Home" || event.key === "End") land(next);
      else if (row) row.scrollIntoView({ block: "nearest" });
      else rows.scrollToIndex(groupOf(next), { align: "auto" });
      focus.hold(next);
      if (event.shiftKey) onSelect(spanOf(anchor.current, next));
      else anchor.current = next;
    } else if (event.key === "Enter" || event.key === " ") {
      anchor.current = focused;
      onSelect({ first: focused, last: focused });
    } else return;
    event.preventDefault();
  };

  const latest = useRef<Hands | null>(null);
  useEffect(() => {
    latest.current = {
      down,
      press,
      focus: (line) => {
        setFocused(line);
        focus.hold(line);
      },
      touch: (line) => { onSelect(selection ? spanOf(selection.first, line) : { first: line, last: line }); },
      showPage: props.onShowPage,
    };
  });
  const hands = useMemo<Hands>(
    () => ({
      down: (event, line) => latest.current?.down(event, line),
      press: (event) => latest.current?.press(event),
      focus: (line) => latest.current?.focus(line),
      touch: (line) => latest.current?.touch(line),
      showPage: (page) => latest.current?.showPage(page),
    }),
    [],
  );

  return (
    // The pointer drags over numbers; the keyboard has Shift and arrows on them.
    <div ref={scroller} tabIndex={-1} className={`lines quiet-scroll clears-foot ${total >= SIX_DIGITS ? "far" : ""} ${dragged ? "dragging" : ""}`} onWheel={unpin} onTouchMove={unpin} onPointerDown={() => { unpin(); focus.drop(); }} onBlur={focus.onBlur} onPointerMove={move} onPointerUp={up} onPointerLeave={up}>
      {props.above ? <div>{props.above}</div> : null}
      {props.head ? <div className="lines-head">{props.head}</div> : null}
      <div ref={text} className="relative" style={{ height: rows.getTotalSize() }}>
        {visible.map((item) => (
          <div key={item.key} ref={rows.measureElement} data-index={item.index} className="line-slot" style={{ transform: `translateY(${String(item.start - margin)}px)` }}>
            {range(item.index * GROUP + 1, Math.min(total, (item.index + 1) * GROUP)).map((number, place) => {
              const line = lines.get(number);
              const failure = line ? null : lines.failureOf(number);
              if (failure !== null) return <LostLine key={number} number={number} error={place === 0 || number % BLOCK === 1 ? failure : null} fresh={item === visible[0]} retry={lines.retry} />;
              const before = lines.get(number - 1)?.page ?? null;
              const turn = line?.page && before && line.page > before ? line.page : null;
              return (
                <LineRow
                  key={number}
                  number={number}
                  text={line?.text}
                  inCode={lines.inCode(number)}
                  rendered={rendered}
                  ranges={hits.get(number)}
                  current={number === props.current}
                  lang={lang}
                  container={props.container}
                  selected={range_ !== null && range_.first <= number && number <= range_.last}
                  tabStop={number === tabStop}
                  turn={turn}
                  missing={turn !== null && before !== null ? pageRanges(skipped(before, turn, missing)) : ""}
                  hands={hands}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The line at a height of the window: the first drawn row that reaches below it, else the last. */
function lineAt(drawn: NodeListOf<HTMLElement>, y: number): number {
  let low = 0;
  let high = drawn.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((drawn[middle]?.getBoundingClientRect().bottom ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  return Number(drawn[low]?.dataset.line ?? 1);
}

/** Where a key leads from a line; null for one that leads nowhere. */
function lineAfter(key: string, line: number, total: number): number | null {
  if (key === "Home") return 1;
  if (key === "End") return total;
  const step = ({ ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 } as Record<string, number>)[key];
  return step === undefined ? null : Math.max(1, Math.min(total, line + step));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The pages without text that were passed over between two lines. */
function skipped(from: number, to: number, missing: ReadonlySet<number>): number[] {
  return range(from + 1, to - 1).filter((page) => missing.has(page));
}
