import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentItem } from "@/shared/documents/queries";
import { useMayEditAll } from "@/shared/documents/roles";
import { usePhone } from "@/shared/lib/media";
import { useLiveState } from "@/shared/live/context";
import { toast } from "@/shared/ui/toast";
import { DeleteDialog } from "./DeleteDialog";
import { wishOf } from "./list-keys";
import { useKeptPlace, useOffsetBefore } from "./place";
import { Row } from "./Row";
import type { Selection } from "./selection";

interface EntryListProps {
  items: DocumentItem[];
  total: number;
  more: boolean;
  onMore: () => void;
  selection: Selection;
}

const ROW = 66;
const PHONE_ROW = 102;

/** The library as rows to compare; one tab stop, moved through by keys. */
export function EntryList({ items, total, more, onMore, selection }: EntryListProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const phone = usePhone();
  const live = useLiveState();
  const mayEditAll = useMayEditAll();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(-1);
  const [deleting, setDeleting] = useState<number[]>([]);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? PHONE_ROW : ROW),
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 8,
    initialOffset: useOffsetBefore(),
  });
  useKeptPlace({ scroller, items, cursor, setCursor });
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last > items.length - 30) onMore();
  }, [more, last, items.length, onMore]);

  const go = (next: number, extend: boolean) => {
    setCursor(next);
    rows.scrollToIndex(next, { align: "auto" });
    const moved = items[next];
    if (extend && moved) selection.extend(moved.id);
  };
  const wishDeletion = (item: DocumentItem | undefined) => {
    const meant = selection.ids.size > 0 ? items.filter((each) => selection.ids.has(each.id)) : item ? [item] : [];
    if (mayEditAll(meant)) setDeleting(meant.map((each) => each.id));
    else toast(t("library.onlyRead", { count: meant.length }));
  };
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const wish = wishOf(event.key, cursor, items.length);
    if (!wish) return;
    event.preventDefault();
    const item = items[cursor];
    if (wish.kind === "move") go(wish.to, event.shiftKey);
    else if (wish.kind === "drop") selection.clear();
    else if (wish.kind === "delete") wishDeletion(item);
    else if (!item) return;
    else if (wish.kind === "select") selection.toggle(item.id);
    else void navigate({ to: "/documents/$documentId", params: { documentId: String(item.id) } });
  };
  const choose = (id: number, index: number, range: boolean) => {
    setCursor(index);
    if (range) selection.extend(id);
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
  const active = items[cursor];
  return (
    <>
      <div
        ref={scroller}
        className="lib-scroll quiet-scroll"
        role="grid"
        aria-label={t("library.grid")}
        aria-rowcount={total}
        aria-multiselectable="true"
        aria-activedescendant={active ? `entry-${String(active.id)}` : undefined}
        tabIndex={0}
        onKeyDown={press}
        onFocus={(event) => {
          if (event.target === event.currentTarget && cursor < 0) setCursor(0);
        }}
      >
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
      <DeleteDialog ids={deleting} onClose={() => { setDeleting([]); }} onDone={selection.clear} />
    </>
  );
}
