import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentItem } from "@/shared/documents/queries";
import { shapeWords } from "@/shared/documents/shape";
import { standingOf } from "@/shared/documents/stage";
import { formatNumber, langOf, lengthUnit, typeName } from "@/shared/lib/format";
import { useStore } from "@/shared/lib/store";
import { useLiveState } from "@/shared/live/context";
import { foot } from "@/shared/ui/foot";
import { Leader } from "@/shared/ui/Spine";
import type { EntriesProps } from "./EntryList";
import type { Selection } from "./selection";
import { useKeptPlace, useOffsetBefore } from "./place";
import { Standing } from "./Standing";
import { useEntryKeys } from "./useEntryKeys";
import { useHome } from "./useHome";

const CARD = 252;
const NARROWEST = 290;

/** As many as the last time, so that a list that comes back is as long at once as it was. */
let columnsBefore = 3;

/** The library as contents pages to browse; one tab stop, like the rows. */
export function EntryCards({ items, total, hasMore, more, onMore, selection }: EntriesProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(columnsBefore);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => {
      if (!entry) return;
      columnsBefore = Math.max(1, Math.floor((entry.contentRect.width - 40) / NARROWEST));
      setColumns(columnsBefore);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
    };
  }, []);
  const rows = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD,
    overscan: 3,
    initialOffset: useOffsetBefore(),
    scrollPaddingEnd: useStore(foot),
  });
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && (last + 4) * columns > items.length) onMore();
  }, [more, last, columns, items.length, onMore]);
  const { cursor, setCursor, grid, question } = useEntryKeys({
    items, hasMore, more, onMore, selection, columns, scroller,
    show: (index) => { rows.scrollToIndex(Math.floor(index / columns), { align: "auto" }); },
  });
  useKeptPlace({ scroller, items, cursor, setCursor });
  return (
    <>
    <div ref={scroller} id="list" className="lib-scroll quiet-scroll clears-foot" role="grid" aria-label={t("library.grid")} aria-rowcount={Math.ceil(total / columns)} aria-multiselectable="true" {...grid}>
      <div className="relative" role="rowgroup" style={{ height: rows.getTotalSize() }}>
        {visible.map((row) => (
          <div key={row.key} role="row" aria-rowindex={row.index + 1} className="card-row" style={{ transform: `translateY(${String(row.start)}px)`, gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))` }}>
            {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
              const index = row.index * columns + column;
              return <Card key={item.id} item={item} index={index} cursor={index === cursor} selection={selection} />;
            })}
          </div>
        ))}
      </div>
    </div>
    {question}
    </>
  );
}

function Card({ item, index, cursor, selection }: { item: DocumentItem; index: number; cursor: boolean; selection: Selection }) {
  const { t, i18n } = useTranslation();
  const live = useLiveState().documents.get(item.id);
  const shown = item.top_sections.slice(0, 5);
  const rest = item.top_sections.length - shown.length;
  const lang = langOf(item.language);
  const selected = selection.ids.has(item.id);
  const home = useHome()(item);
  return (
    <div id={`entry-${String(item.id)}`} data-index={index} role="gridcell" aria-selected={selected} className={`card ${selected ? "seld" : ""} ${cursor ? "cur" : ""}`}>
      <header>
        <Link className="card-title voice-text" lang={lang} dir="auto" to="/documents/$documentId" params={{ documentId: String(item.id) }} tabIndex={-1}>
          {item.title}
        </Link>
        <input type="checkbox" className="cb" tabIndex={-1} aria-label={t("library.select", { title: item.title })} checked={selected} onChange={() => { selection.toggle(item.id); }} />
      </header>
      <ol>
        {shown.map((section) => (
          <li key={section.number}>
            <Link to="/documents/$documentId" params={{ documentId: String(item.id) }} hash={`L${String(section.first_line)}`} tabIndex={-1}>
              <span className="card-section" lang={lang} dir="auto">
                {section.title}
              </span>
              <Leader confidence={section.confidence} />
              <span className="card-line">{section.first_line}</span>
            </Link>
          </li>
        ))}
        {shown.length === 0 ? <li className="text-ink-3">{shapeWords(item, t).text}</li> : null}
        {rest > 0 ? <li className="text-ink-3">{t("library.moreSections", { count: rest })}</li> : null}
      </ol>
      <footer>
        <span className="card-facts">
          {typeName(item.file_type, t("textType"))}
          {item.word_count > 0 ? (
            <>
              <span className="sep">·</span>
              {t(lengthUnit(item.language), { count: item.word_count, formatted: formatNumber(item.word_count, i18n.language) })}
            </>
          ) : null}
          {home ? (
            <>
              <span className="sep">·</span>
              {home}
            </>
          ) : null}
        </span>
        <Standing item={item} standing={standingOf(item, live)} />
      </footer>
    </div>
  );
}
