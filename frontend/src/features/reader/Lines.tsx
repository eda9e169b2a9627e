import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Store } from "@/shared/lib/store";
import { usePhone } from "@/shared/lib/media";
import { PaneError } from "@/shared/ui/Notice";
import { Landing, readingOffset } from "./landing";
import { Between, LineText } from "./LineView";
import { type LineRange, pageRanges, spanOf } from "./range";
import { blockOf, useLines } from "./useLines";

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

interface LinesProps {
  ref: Ref<LinesHandle>;
  documentId: number;
  revision: number;
  total: number;
  /** How many rows a line takes on a wide screen, on average. */
  guess: number;
  lang: string | undefined;
  rendered: boolean;
  missing: ReadonlySet<number>;
  selection: LineRange | null;
  hits: ReadonlyMap<number, readonly (readonly number[])[]>;
  view: Store<View>;
  onSelect: (range: LineRange | null) => void;
  onShowPage: (page: number) => void;
}

export function Lines(props: LinesProps) {
  const { documentId, revision, total, lang, rendered, missing, selection, hits, view, onSelect } = props;
  const { t } = useTranslation();
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const landing = useMemo(() => new Landing(() => scroller.current), []);
  const [dragged, drag] = useState<LineRange | null>(null);
  const [focused, setFocused] = useState(1);
  const anchor = useRef(1);
  // A line that was jumped to is the place until the reader moves on, also where the text cannot scroll to it.
  const pinned = useRef<number | null>(null);
  const [blocks, setBlocks] = useState<readonly number[]>([0]);
  const lines = useLines(documentId, revision, blocks);
  const height = props.guess * (phone ? 58 : 27);

  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    // One guess for all lines: a guess that changed as lines load would move what is on the screen.
    estimateSize: () => height,
    overscan: 12,
    paddingStart: 10,
    paddingEnd: 120,
    onChange: (instance) => {
      note(instance.scrollOffset ?? 0, instance.getVirtualItems());
    },
  });

  const note = (offset: number, items: readonly { index: number; start: number; end: number }[]) => {
    const element = scroller.current;
    const first = items[0];
    const last = items.at(-1);
    if (!element || !first || !last) return;
    const needed = range(blockOf(first.index + 1), blockOf(last.index + 1));
    setBlocks((before) => (before.join() === needed.join() ? before : needed));
    const at = readingOffset(offset, element.clientHeight);
    const here = pinned.current ?? (items.find((item) => item.end > at) ?? last).index + 1;
    const top = (items.find((item) => item.end > offset) ?? first).index + 1;
    const bottom = (items.findLast((item) => item.start < offset + element.clientHeight) ?? last).index + 1;
    const before = view.get();
    if (before.line !== here || before.first !== top || before.last !== bottom) view.set({ line: here, first: top, last: bottom, page: lines.pageOf(here) });
  };

  const loaded = useRef<(line: number) => boolean>(() => false);
  useEffect(() => {
    loaded.current = (line) => lines.get(line) !== undefined;
  });
  const visible = rows.getVirtualItems();
  // The numbers are one tab stop: the line last used while it is drawn, else the first of the window.
  const drawn = (line: number) => visible.some((item) => item.index + 1 === line);
  const tabStop = drawn(focused) ? focused : (visible.find((item) => item.end > (rows.scrollOffset ?? 0))?.index ?? 0) + 1;
  const noteNow = useEffectEvent(() => {
    note(rows.scrollOffset ?? 0, rows.getVirtualItems());
  });
  useEffect(() => {
    noteNow();
  }, [visible]);

  useImperativeHandle(
    props.ref,
    () => ({
      land: (line) => {
        setFocused(line);
        pinned.current = line;
        view.set({ ...view.get(), line });
        landing.to(line, () => {
          rows.scrollToIndex(line - 1, { align: "center" });
        }, () => loaded.current(line));
      },
    }),
    [landing, rows, view],
  );
  useEffect(() => () => { landing.stop(); }, [landing]);

  const unpin = () => {
    pinned.current = null;
  };
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
    const step = ({ ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 } as Record<string, number>)[event.key];
    if (step !== undefined) {
      const next = Math.max(1, Math.min(total, focused + step));
      setFocused(next);
      rows.scrollToIndex(next - 1, { align: "auto" });
      requestAnimationFrame(() => document.getElementById(`n${String(next)}`)?.focus({ preventScroll: true }));
      if (event.shiftKey) onSelect(spanOf(anchor.current, next));
      else anchor.current = next;
    } else if (event.key === "Enter" || event.key === " ") {
      anchor.current = focused;
      onSelect({ first: focused, last: focused });
    } else return;
    event.preventDefault();
  };

  return (
    // The pointer drags over numbers; the keyboard has Shift and arrows on them.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={scroller} className={`lines quiet-scroll ${dragged ? "dragging" : ""}`} onWheel={unpin} onTouchMove={unpin} onPointerDown={unpin} onKeyDown={unpin} onPointerMove={move} onPointerUp={up} onPointerLeave={up}>
      {lines.error ? <PaneError error={lines.error} retry={lines.retry} /> : null}
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {visible.map((item) => {
          const number = item.index + 1;
          const line = lines.get(number);
          const before = lines.get(number - 1);
          const selected = range_ !== null && range_.first <= number && number <= range_.last;
          const blank = rendered && line?.text.trim() === "" && !lines.inCode(number);
          const turn = line?.page && before?.page && line.page > before.page ? line.page : null;
          return (
            <div key={item.key} ref={rows.measureElement} data-index={item.index} className="line-slot" style={{ transform: `translateY(${String(item.start)}px)` }}>
              {turn !== null ? <Between page={turn} missing={pageRanges(skipped(before?.page ?? turn, turn, missing))} onShow={props.onShowPage} /> : null}
              <div id={`L${String(number)}`} data-line={number} className={`ln-row ${selected ? "sel" : ""} ${blank ? "blank" : ""}`}>
                <button
                  type="button"
                  id={`n${String(number)}`}
                  className="no"
                  tabIndex={number === tabStop ? 0 : -1}
                  aria-label={t("reader.line", { number })}
                  aria-pressed={selected}
                  onFocus={() => { setFocused(number); }}
                  onPointerDown={(event) => { down(event, number); }}
                  onClick={(event) => {
                    if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== "touch") return;
                    onSelect(selection ? spanOf(selection.first, number) : { first: number, last: number });
                  }}
                  onKeyDown={press}
                >
                  {blank ? "" : number}
                </button>
                {line ? <LineText text={line.text} inCode={lines.inCode(number)} rendered={rendered} ranges={hits.get(number)} lang={lang} /> : <div className="tx" />}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The pages without text that were passed over between two lines. */
function skipped(from: number, to: number, missing: ReadonlySet<number>): number[] {
  return range(from + 1, to - 1).filter((page) => missing.has(page));
}
