import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Store, useStore } from "@/shared/lib/store";
import { Icon } from "@/shared/ui/Icon";
import { EditOutline, Invitation } from "./EditOutline";
import type { View } from "./Lines";
import { type Node, doubtful, initiallyOpen, mainProvenance, nodeAt, pathOf, progressIn, shown } from "./outline";

interface OutlineTreeProps {
  nodes: Node[];
  quality: string;
  lang: string | undefined;
  view: Store<View>;
  onGo: (line: number) => void;
  /** Nothing for who may only read. */
  onEdit: (() => void) | undefined;
}

const ROW = 30;
/** Three rows of a title are shown, which hold at least so many characters. */
const LONG_TITLE = 36;

/** The contents pane: the hero of the reader. */
export function OutlineTree({ nodes, quality, lang, view, onGo, onEdit }: OutlineTreeProps) {
  const { t } = useTranslation();
  const { line } = useStore(view);
  const here = useMemo(() => nodeAt(nodes, line), [nodes, line]);
  const [chosen, setChosen] = useState<{ nodes: Node[]; open: ReadonlySet<string> } | null>(null);
  const base = useMemo(() => initiallyOpen(nodes), [nodes]);
  const opened = chosen?.nodes === nodes ? chosen.open : base;
  // The branch of the current section is always open.
  const open = useMemo(() => new Set([...opened, ...pathOf(here?.parent ?? null).map((node) => node.section.number)]), [opened, here]);
  const rows = useMemo(() => shown(nodes, open), [nodes, open]);
  const path = useMemo(() => new Set(pathOf(here)), [here]);
  const doubts = useMemo(() => doubtful(nodes), [nodes]);
  const source = mainProvenance(nodes);
  const toggle = (node: Node, on: boolean) => {
    const next = new Set(open);
    if (on) next.add(node.section.number);
    else next.delete(node.section.number);
    setChosen({ nodes, open: next });
  };
  const first = doubts[0];
  return (
    <nav className="out" aria-label={t("reader.contents")}>
      <div className="out-top">
        <h2>{t("reader.contents")}</h2>
        <span className="qual">
          {source ? t(`provenance.${source as "bookmark"}`) : ""}
          <span className="sep">·</span>
          {t(`qualityWord.${quality as "high"}`)}
        </span>
        {onEdit ? <EditOutline onEdit={onEdit} /> : null}
      </div>
      <Rows rows={rows} open={open} here={here} path={path} line={line} lang={lang} toggle={toggle} onGo={onGo} />
      {first ? (
        <div className="out-foot">
          <Icon name="pencil" />
          <span>
            {t("reader.doubtful", { count: doubts.length })}{" "}
            <button type="button" className="link" onClick={() => { onGo(first.section.first_line); }}>
              {t("reader.showDoubt")}
            </button>
          </span>
        </div>
      ) : null}
      {quality === "low" && onEdit ? <Invitation words={t("edit.inviteLow")} onEdit={onEdit} /> : null}
    </nav>
  );
}

interface RowsProps {
  rows: Node[];
  open: ReadonlySet<string>;
  here: Node | null;
  path: ReadonlySet<Node>;
  line: number;
  lang: string | undefined;
  toggle: (node: Node, on: boolean) => void;
  onGo: (line: number) => void;
}

function Rows({ rows, open, here, path, line, lang, toggle, onGo }: RowsProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(-1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.section.number ?? index,
    overscan: 12,
  });
  const hereIndex = here ? rows.indexOf(here) : -1;
  useEffect(() => {
    if (hereIndex < 0) return;
    const item = virtual.getVirtualItems().find((each) => each.index === hereIndex);
    const top = scroller.current?.scrollTop ?? 0;
    const bottom = top + (scroller.current?.clientHeight ?? 0);
    if (!item || item.start < top || item.end > bottom) virtual.scrollToIndex(hereIndex, { align: "center" });
  }, [hereIndex, virtual]);

  const press = (event: KeyboardEvent) => {
    const at = cursor < 0 ? Math.max(0, hereIndex) : cursor;
    const node = rows[at];
    const go = (next: number) => {
      const bounded = Math.max(0, Math.min(rows.length - 1, next));
      setCursor(bounded);
      virtual.scrollToIndex(bounded, { align: "auto" });
    };
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(rows.length - 1);
    else if (event.key === "ArrowRight" && node?.children.length) {
      if (open.has(node.section.number)) go(at + 1);
      else toggle(node, true);
    } else if (event.key === "ArrowLeft" && node) {
      if (node.children.length > 0 && open.has(node.section.number) && !path.has(node)) toggle(node, false);
      else if (node.parent) go(rows.indexOf(node.parent));
    } else if ((event.key === "Enter" || event.key === " ") && node) onGo(node.section.first_line);
    else return;
    event.preventDefault();
  };
  const active = rows[cursor];
  return (
    <div
      ref={scroller}
      className="tree quiet-scroll"
      role="tree"
      tabIndex={0}
      aria-label={t("reader.contents")}
      aria-activedescendant={active ? `s${active.section.number}` : undefined}
      onKeyDown={press}
    >
      <div className="relative" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const node = rows[item.index];
          return node ? (
            <div key={item.key} ref={virtual.measureElement} data-index={item.index} role="presentation" className="tree-slot" style={{ transform: `translateY(${String(item.start)}px)` }}>
              <Row node={node} open={open.has(node.section.number)} here={node === here} onPath={path.has(node)} cursor={item.index === cursor} line={line} lang={lang} toggle={toggle} onGo={onGo} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

interface RowProps {
  node: Node;
  open: boolean;
  here: boolean;
  onPath: boolean;
  cursor: boolean;
  line: number;
  lang: string | undefined;
  toggle: (node: Node, on: boolean) => void;
  onGo: (line: number) => void;
}

function Row({ node, open, here, onPath, cursor, line, lang, toggle, onGo }: RowProps) {
  const { t } = useTranslation();
  const { section } = node;
  const level = Math.min(node.level, 5);
  const pattern = section.confidence >= 0.8 ? "" : section.confidence >= 0.5 ? "mid" : "low";
  const branch = node.children.length > 0;
  const provenance = t(`provenance.${section.provenance as "bookmark"}`);
  const name = t("reader.sectionName", { number: node.label, title: node.title, first: section.first_line, last: section.last_line, provenance, percent: Math.round(section.confidence * 100) });
  return (
    // Keys are taken by the tree, which is the one tab stop.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={`s${section.number}`}
      className={`sec l${String(level)} ${here ? "here" : ""} ${onPath ? "path" : ""} ${cursor ? "cursor" : ""} ${pattern === "low" ? "doubt" : ""}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={node.level}
      aria-selected={cursor}
      aria-current={here ? "location" : undefined}
      {...(branch ? { "aria-expanded": open } : {})}
      aria-label={name}
      style={here ? ({ "--p": `${String(progressIn(section, line) * 100)}%` } as CSSProperties) : undefined}
      onClick={() => { onGo(section.first_line); }}
    >
      {branch ? (
         
        <span
          className={`twist ${open ? "open" : ""}`}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            toggle(node, !open);
          }}
        >
          <Icon name="right" />
        </span>
      ) : null}
      <span className="n">{node.label}</span>
      <div className="tt">
        <span className={`leader ${pattern}`} aria-hidden="true" />
        <span className="tw" title={node.title.length > LONG_TITLE ? node.title : undefined}>
          <span className="tl" lang={lang} dir="auto">
            {node.title}
          </span>
        </span>
        <span className="re">
          {pattern === "low" ? <span className="tag">{t("reader.doubt")}</span> : null}
          <span className="ln">{section.first_line}</span>
          {here ? (
            <span className="prov" title={provenance}>
              <Icon name={PROVENANCE_ICONS[section.provenance] ?? "list"} />
            </span>
          ) : null}
        </span>
      </div>
    </div>
  );
}

const PROVENANCE_ICONS: Record<string, "book" | "tag" | "list" | "grid" | "pencil" | "call"> = {
  bookmark: "book",
  style: "tag",
  markup: "call",
  "contents-page": "list",
  sheet: "grid",
  edited: "pencil",
};
