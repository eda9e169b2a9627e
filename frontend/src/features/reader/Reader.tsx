import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentDetail } from "@/shared/documents/queries";
import { useMayEdit } from "@/shared/documents/roles";
import { isSource, langOf } from "@/shared/lib/format";
import { Store } from "@/shared/lib/store";
import { useTitle } from "@/shared/lib/title";
import { useNarrow, usePhone } from "@/shared/lib/media";
import { Dialog } from "@/shared/ui/Dialog";
import { Coverage } from "./Coverage";
import { Dock } from "./Dock";
import { DocumentHead } from "./DocumentHead";
import { type Draft, draftOf } from "./draft";
import { keepDraft, keptDraft } from "./kept-drafts";
import { FindBar } from "./FindBar";
import { ForeEdge } from "./ForeEdge";
import { rowsPerLine } from "./landing";
import { Lines, type LinesHandle, type View } from "./Lines";
import { NoOutline } from "./NoOutline";
import { OutlineEditor } from "./OutlineEditor";
import { OriginalPane } from "./OriginalPane";
import { nodeAt, nodesOf } from "./outline";
import { OutlineTree } from "./OutlineTree";
import type { Outline } from "./queries";
import { type LineRange, hashOf, placeFrom, placeOf, rangeFrom } from "./range";
import { Printed } from "./Printed";
import type { Sought } from "./Recording";
import { RunningHead } from "./RunningHead";
import { SelectionBar } from "./SelectionBar";
import { useFind } from "./useFind";
import { useReaderKeys } from "./useReaderKeys";
import { blockOf, blockQuery } from "./useLines";

export function Reader({ document, outline }: { document: DocumentDetail; outline: Outline }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changeable = useMayEdit(document.collection.id);
  const narrow = useNarrow();
  const phone = usePhone();
  const hash = useRouterState({ select: (state) => state.location.hash });
  const total = document.line_count;
  const revision = document.revision ?? 0;
  const lang = langOf(document.language);
  const guess = rowsPerLine(document.word_count, total, document.language);
  const nodes = useMemo(() => nodesOf(outline.sections), [outline]);
  const selection = useMemo(() => rangeFrom(hash, total), [hash, total]);
  const lines = useRef<LinesHandle>(null);
  const [view] = useState(() => new Store<View>({ line: Math.min(placeFrom(hash) ?? 1, total), first: 1, last: 30, page: null }));
  const [rendered, setRendered] = useState(!isSource(document.file_type));
  const [original, setOriginal] = useState<{ page: number | null } | null>(null);
  const [sought, seek] = useState<Sought | null>(null);
  const [contents, setContents] = useState(false);
  const [draft, showDraft] = useState<Draft | null>(() => keptDraft(document.id));
  const setDraft = (next: Draft | null) => {
    keepDraft(document.id, next);
    showDraft(next);
  };
  const [printing, setPrinting] = useState(false);
  const find = useFind(document.id, () => view.get().line);
  const missing = useMemo(() => new Set([...document.coverage.pages_without_text, ...document.coverage.garbled_pages]), [document]);
  const own = useRef<string | null>(null);

  const go = useCallback((line: number) => lines.current?.land(line), []);
  const show = useCallback(
    (next: string) => {
      own.current = next;
      void navigate({ to: ".", hash: next, replace: true, hashScrollIntoView: false });
    },
    [navigate],
  );
  const select = useCallback((range: LineRange | null) => { show(range ? hashOf(range) : ""); }, [show]);
  // An address that came from elsewhere lands; one that a selection here made stays where it is.
  const land = useEffectEvent(() => {
    const asked = placeFrom(hash);
    if (asked !== null && own.current !== hash) go(Math.min(asked, total));
    own.current = null;
  });
  useEffect(() => {
    land();
  }, [hash]);
  useTitle(document.title);

  const textOf = useCallback(
    async ({ first, last }: LineRange) => {
      const texts: string[] = [];
      for (let block = blockOf(first); block <= blockOf(last); block += 1) {
        const page = await queries.fetchQuery(blockQuery(document.id, revision, block));
        texts.push(...page.lines.filter(({ number }) => first <= number && number <= last).map((line) => line.text));
      }
      return texts.join("\n");
    },
    [queries, document.id, revision],
  );
  const bySection = (step: number) => {
    const { line } = view.get();
    const starts = outline.section_count > 0 ? [...flatStarts(nodes)] : [];
    const next = step > 0 ? starts.find((start) => start > line) : starts.findLast((start) => start < (nodeAt(nodes, line)?.section.first_line ?? line));
    if (next !== undefined) visit(next);
  };
  const showPage = (page: number | null) => {
    setOriginal({ page });
  };
  useReaderKeys({
    section: bySection,
    contents: () => {
      if (narrow) setContents(true);
      else window.document.querySelector<HTMLElement>(".tree")?.focus();
    },
    original: () => {
      setOriginal(original ? null : { page: null });
    },
    find: find.start,
    print: () => {
      setPrinting(true);
    },
    escape: () => {
      if (find.open) find.close();
      else if (selection) select(null);
      else setOriginal(null);
    },
  });

  const edit = changeable
    ? () => {
        setDraft(draftOf(outline, total, view.get().line, document.revision));
      }
    : undefined;
  const visit = (line: number) => {
    setContents(false);
    go(line);
    seek({ line });
    // The address follows, unless it names lines that are selected.
    if (!selection) show(placeOf(line));
  };
  const tree = draft ? (
    <OutlineEditor documentId={document.id} draft={draft} present={() => draftOf(outline, total, view.get().line, document.revision)} outdated={draft.version !== outline.version || draft.revision !== document.revision} lost={outline.edited?.lost ?? null} lang={lang} view={view} selection={selection} textOf={textOf} onDraft={setDraft} onGo={go} />
  ) : nodes.length > 0 ? (
    <OutlineTree nodes={nodes} quality={outline.quality} lang={lang} view={view} onGo={visit} onEdit={edit} />
  ) : (
    <NoOutline document={document} onGo={visit} onEdit={edit} />
  );
  const pane = original ? (
    <OriginalPane document={document} revision={revision} view={view} selection={selection} asked={original.page} sought={sought} rendered={rendered} onRendered={(next) => { setRendered(next); if (narrow) setOriginal(null); }} onClose={() => { setOriginal(null); }} onLine={(line) => { select({ first: line, last: line }); go(line); }} />
  ) : null;
  const top = (
    <>
      <DocumentHead document={document} rendered={rendered} originalOpen={original !== null} selection={selection} onRendered={setRendered} onFind={find.start} onOriginal={() => { setOriginal(original ? null : { page: null }); }} onPrint={() => { setPrinting(true); }} />
      <Coverage document={document} onShow={showPage} />
    </>
  );
  const head = find.open ? <FindBar find={find} onGo={go} /> : <RunningHead nodes={nodes} view={view} total={total} lang={lang} onGo={go} />;
  const gaps = useMemo(() => gapsOf(missing, document), [missing, document]);
  return (
    <>
      {phone ? null : top}
      <p className="print-hint">{t("reader.printHint")}</p>
      {printing ? <Printed document={document} rendered={rendered} onDone={() => { setPrinting(false); }} /> : null}
      <Beyond hash={hash} total={total} />
      <div className={`panes ${pane && !narrow ? "with-original" : ""}`}>
        {phone ? null : tree}
        <main className="pane">
          {phone ? null : head}
          <div className="lines-body">
            <Lines ref={lines} {...(phone ? { above: top, head } : {})} documentId={document.id} revision={revision} total={total} guess={guess} lang={lang} rendered={rendered} container={document.part_count > 0} missing={missing} selection={selection} hits={find.ranges} current={find.current} view={view} onSelect={select} onShowPage={showPage} />
            <ForeEdge nodes={nodes} total={total} hits={find.lines} gaps={gaps} view={view} onGo={go} />
          </div>
          {selection ? <SelectionBar documentId={document.id} range={selection} view={view} textOf={textOf} onDrop={() => { select(null); }} /> : null}
        </main>
        {narrow ? null : pane}
      </div>
      {phone ? <Dock nodes={nodes} view={view} lang={lang} onContents={() => { setContents(true); }} onFind={find.start} onOriginal={() => { showPage(null); }} /> : null}
      <Dialog open={contents && narrow} onClose={() => { setContents(false); }} label={t("reader.contents")} kind="sheet">
        {tree}
      </Dialog>
      <Dialog open={original !== null && narrow} onClose={() => { setOriginal(null); }} label={t("reader.original")} kind="sheet right">
        {pane}
      </Dialog>
    </>
  );
}

/** An address may name lines that the document does not have. */
function Beyond({ hash, total }: { hash: string; total: number }) {
  const { t } = useTranslation();
  const range = rangeFrom(hash);
  if (!range || range.first <= total) return null;
  return (
    <p className="strip" role="status">
      {t("reader.beyond", { count: total, line: range.first })}
    </p>
  );
}

function* flatStarts(nodes: ReturnType<typeof nodesOf>): Generator<number> {
  for (const node of nodes) {
    yield node.section.first_line;
    yield* flatStarts(node.children);
  }
}

/** Where pages without text lie on the fore-edge, by their share of the pages. */
function gapsOf(missing: ReadonlySet<number>, document: DocumentDetail): { line: number; share: number }[] {
  const pages = document.page_count ?? 0;
  if (pages === 0) return [];
  return [...missing].slice(0, 200).map((page) => ({ line: Math.round(((page - 1) / pages) * document.line_count) + 1, share: 1 / pages }));
}
