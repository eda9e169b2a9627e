import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useQuery } from "@tanstack/react-query";
import type { DocumentDetail } from "@/shared/documents/queries";
import { type Store, useStore } from "@/shared/lib/store";
import { keepsItsLines } from "@/shared/lib/format";
import { Icon } from "@/shared/ui/Icon";
import { ApiProblem } from "@/shared/api/problem";
import { PaneError } from "@/shared/ui/Notice";
import { lazyPane } from "@/shared/ui/lazily";
import type { View } from "./Lines";
import { Recording, type Sought } from "./Recording";
import type { LineRange } from "./range";

const PdfPage = lazyPane(async () => (await import("./PdfPage")).default, { late: true, waiting: () => <Opening /> });

interface OriginalPaneProps {
  document: DocumentDetail;
  revision: number;
  view: Store<View>;
  selection: LineRange | null;
  asked: number | null;
  sought: Sought | null;
  rendered: boolean;
  onRendered: (rendered: boolean) => void;
  onClose: () => void;
  onLine: (line: number) => void;
}

export function OriginalPane(props: OriginalPaneProps) {
  const { t } = useTranslation();
  const { document } = props;
  return (
    <aside className="orig" aria-label={t("reader.original")}>
      {document.file_type === "pdf" ? <PdfOriginal {...props} /> : <OtherOriginal {...props} />}
    </aside>
  );
}

function PdfOriginal({ document, revision, view, selection, asked, onClose, onLine }: OriginalPaneProps) {
  const { t } = useTranslation();
  const at = useStore(view);
  const [follow, setFollow] = useState(asked === null);
  const [turned, turn] = useState(asked ?? 1);
  const [seen, see] = useState(asked);
  if (asked !== seen) {
    see(asked);
    if (asked !== null) {
      setFollow(false);
      turn(asked);
    }
  }
  const total = document.page_count ?? 1;
  const page = Math.min(total, Math.max(1, follow ? (at.page ?? 1) : turned));
  const go = (next: number) => {
    setFollow(false);
    turn(Math.min(total, Math.max(1, next)));
  };
  return (
    <>
      <div className="run">
        <b>{t("reader.pageOf", { page })}</b>
        <span className="text-ink-2">{t("reader.ofPages", { total })}</span>
        <span className="orig-acts">
          <button type="button" className="btn ghost sm ico" aria-label={t("reader.pageBefore")} disabled={page <= 1} onClick={() => { go(page - 1); }}>
            <Icon name="left" />
          </button>
          <button type="button" className="btn ghost sm ico" aria-label={t("reader.pageAfter")} disabled={page >= total} onClick={() => { go(page + 1); }}>
            <Icon name="right" />
          </button>
          <button type="button" className="btn ghost sm" aria-pressed={follow} onClick={() => { if (follow) turn(page); setFollow(!follow); }}>
            {t("reader.follow")}
          </button>
          <button type="button" className="btn ghost sm ico" aria-label={t("close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </span>
      </div>
      <PdfPage document={document} revision={revision} page={page} selection={selection} near={at.line} onLine={onLine} />
    </>
  );
}

function Opening() {
  const { t } = useTranslation();
  return <p className="p-5 text-ink-3">{t("reader.opening")}</p>;
}

/** Of a text there is nothing else to show than its lines: set, or just as they stand in the file. */
function OwnLines({ rendered, onRendered }: { rendered: boolean; onRendered: (rendered: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-4 p-5">
      <p className="text-ink-2">{t("reader.ownLines")}</p>
      <button type="button" className="btn" onClick={() => { onRendered(!rendered); }}>
        {rendered ? t("reader.plain") : t("reader.set")}
      </button>
    </div>
  );
}

const SHOWN_AS_PAGE = /^(text\/html|application\/xhtml\+xml)/;

/**
 * HTML as the server tamed it, under a policy of its own, in a frame without an origin; images as images, in which also a
 * drawing (SVG) runs nothing and asks for nothing; the rest is for its own program.
 */
function OtherOriginal({ document, revision, view, selection, sought, rendered, onRendered, onClose }: OriginalPaneProps) {
  const { t } = useTranslation();
  const at = useStore(view);
  const address = `/api/v1/documents/${String(document.id)}/original`;
  const shown = `${address}?shown=1`;
  const html = SHOWN_AS_PAGE.test(document.media_type);
  const plays = /^(audio|video)\//.test(document.media_type);
  const [undrawn, setUndrawn] = useState(false);
  const inPlace = document.media_type.startsWith("image/") && !undrawn;
  const body = useQuery({
    queryKey: ["original", document.id, document.revision],
    queryFn: async () => {
      const { ok, status } = await fetch(shown, { method: "HEAD" });
      if (!ok) throw new ApiProblem(status, "error", "");
      return shown;
    },
    enabled: html,
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <>
      <div className="run">
        <b className="truncate">{document.file_name}</b>
        <span className="orig-acts">
          <a className="btn ghost sm" href={address} download={document.file_name}>
            {t("reader.download")}
          </a>
          <button type="button" className="btn ghost sm ico" aria-label={t("close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </span>
      </div>
      {html && body.isError ? <PaneError error={body.error} retry={() => void body.refetch()} /> : null}
      {html && body.data !== undefined ? <iframe className="orig-frame" sandbox="" title={document.file_name} src={body.data} /> : null}
      {inPlace ? (
        <div className="orig-scroll quiet-scroll clears-foot">
          <img className="orig-image" src={address} alt={document.title} onError={() => { setUndrawn(true); }} />
        </div>
      ) : null}
      {plays ? <Recording document={document} revision={revision} address={address} line={selection?.first ?? null} sought={sought} near={at.line} /> : null}
      {html || inPlace || plays ? null : keepsItsLines(document.file_type) ? (
        <OwnLines rendered={rendered} onRendered={onRendered} />
      ) : (
        <p className="p-5 text-ink-2">{t("reader.noPreview")}</p>
      )}
    </>
  );
}
