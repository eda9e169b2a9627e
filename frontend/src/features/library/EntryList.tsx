import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentItem } from "@/shared/documents/queries";
import { usePhone } from "@/shared/lib/media";
import { useStore } from "@/shared/lib/store";
import { useLiveState } from "@/shared/live/context";
import { foot } from "@/shared/ui/foot";
import { useKeptPlace, useOffsetBefore } from "./place";
import { Row } from "./Row";
import type { Selection } from "./selection";
import { useEntryKeys } from "./useEntryKeys";

export interface EntriesProps {
  items: DocumentItem[];
  total: number;
  /** Whether there are more than are loaded, and whether they can be asked for now. */
  hasMore: boolean;
  more: boolean;
  onMore: () => void;
  selection: Selection;
}

const ROW = 66;
const PHONE_ROW = 102;

/** The library as rows to compare; one tab stop, moved through by keys. */
export function EntryList({ items, total, hasMore, more, onMore, selection }: EntriesProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const live = useLiveState();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? PHONE_ROW : ROW),
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 8,
    initialOffset: useOffsetBefore(),
    scrollPaddingEnd: useStore(foot),
  });
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last > items.length - 30) onMore();
  }, [more, last, items.length, onMore]);
  const { cursor, setCursor, grid, question } = useEntryKeys({ items, hasMore, more, onMore, selection, scroller, show: (index) => { rows.scrollToIndex(index, { align: "auto" }); } });
  useKeptPlace({ scroller, items, cursor, setCursor });
  const choose = (id: number, index: number, range: boolean) => {
    const from = items[cursor]?.id ?? null;
    setCursor(index);
    if (range) selection.extend(id, from);
    else selection.toggle(id);
  };
  // One function for the life of the list: a row is drawn anew only when something of its own has changed.
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  const onSelect = useCallback((id: number, index: number, range: boolean) => {
    latest.current(id, index, range);
  }, []);
  return (
    <>
      <div ref={scroller} id="list" className="lib-scroll quiet-scroll clears-foot" role="grid" aria-label={t("library.grid")} aria-rowcount={total} aria-multiselectable="true" {...grid}>
        <div className="relative" role="rowgroup" style={{ height: rows.getTotalSize() }}>
          {visible.map((virtual) => {
            const item = items[virtual.index];
            return item ? (
              <Row
                key={item.id}
                item={item}
                live={live.documents.get(item.id)}
                index={virtual.index}
                top={virtual.start}
                measure={phone ? rows.measureElement : undefined}
                selected={selection.ids.has(item.id)}
                cursor={virtual.index === cursor}
                onSelect={onSelect}
              />
            ) : null;
          })}
        </div>
      </div>
      {question}
    </>
  );
}
