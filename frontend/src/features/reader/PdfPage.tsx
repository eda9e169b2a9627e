import { useQueryClient } from "@tanstack/react-query";
import { GlobalWorkerOptions, type PDFDocumentProxy, getDocument } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "@/shared/api/client";
import type { DocumentDetail } from "@/shared/documents/queries";
import { PaneError } from "@/shared/ui/Notice";
import { BLOCK, type Line, blockOf } from "./useLines";
import type { LineRange } from "./range";

GlobalWorkerOptions.workerSrc = workerUrl;
const RESOURCES = `${import.meta.env.BASE_URL}pdf/`;

interface PdfPageProps {
  document: DocumentDetail;
  revision: number;
  page: number;
  selection: LineRange | null;
  near: number;
  onLine: (line: number) => void;
}

function usePdf(documentId: number, revision: number): { pdf: PDFDocumentProxy | null; failed: boolean } {
  const [state, setState] = useState<{ pdf: PDFDocumentProxy | null; failed: boolean }>({ pdf: null, failed: false });
  useEffect(() => {
    const task = getDocument({
      url: `/api/v1/documents/${String(documentId)}/original?revision=${String(revision)}`,
      cMapUrl: `${RESOURCES}cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${RESOURCES}standard_fonts/`,
      wasmUrl: `${RESOURCES}wasm/`,
      iccUrl: `${RESOURCES}iccs/`,
      isEvalSupported: false,
      enableXfa: false,
    });
    task.promise.then(
      (pdf) => {
        setState({ pdf, failed: false });
      },
      () => {
        setState((before) => ({ ...before, failed: true }));
      },
    );
    return () => {
      void task.destroy();
    };
  }, [documentId, revision]);
  return state;
}

/** One page of the original, with the boxes of the selected lines on it. */
export default function PdfPage({ document, revision, page, selection, near, onLine }: PdfPageProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { pdf, failed } = usePdf(document.id, revision);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [size, setSize] = useState<{ width: number; height: number; scale: number } | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
    };
  }, []);

  useEffect(() => {
    const target = canvas.current;
    if (!pdf || !target || width === 0) return;
    let over = false;
    let stop = () => {
      over = true;
    };
    void pdf.getPage(page).then((sheet) => {
      if (over) return;
      const natural = sheet.getViewport({ scale: 1 });
      const scale = Math.max(0.1, (width - 52) / natural.width);
      const dense = Math.min(2, window.devicePixelRatio || 1);
      const viewport = sheet.getViewport({ scale: scale * dense });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      setSize({ width: natural.width * scale, height: natural.height * scale, scale });
      const task = sheet.render({ canvas: target, viewport });
      task.promise.catch(() => undefined);
      stop = () => {
        over = true;
        task.cancel();
      };
    });
    return () => {
      stop();
    };
  }, [pdf, page, width]);

  const loaded = (line: number): Line | undefined =>
    queries.getQueryData<Schemas["LinePage"]>(["lines", document.id, revision, blockOf(line)])?.lines[(line - 1) % BLOCK];
  const boxes = selection ? boxesOn(page, selection, loaded) : [];
  const click = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const line = size ? lineAt((event.clientY - box.top) / size.scale, page, near, document.line_count, loaded) : null;
    if (line !== null) onLine(line);
  };
  const first = boxes[0];
  return (
    <div ref={frame} className="orig-scroll quiet-scroll clears-foot">
      {failed ? <PaneError error={new TypeError()} /> : null}
      {/* A shortcut for the pointer: the same lines are in the text. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className="orig-page" style={size ? { width: size.width, height: size.height } : undefined} onClick={click}>
        <canvas ref={canvas} role="img" aria-label={t("reader.pageOf", { page })} style={size ? { width: size.width, height: size.height } : undefined} />
        {size
          ? boxes.map(({ line, box: [left, top, right, bottom] }) => (
              <span key={line} className="orig-box" style={{ left: left * size.scale - 5, top: top * size.scale - 2, width: (right - left) * size.scale + 10, height: (bottom - top) * size.scale + 4 }} />
            ))
          : null}
        {size && first ? (
          <span className="orig-tab" style={{ top: first.box[1] * size.scale - 2 }}>
            L{first.line}
          </span>
        ) : null}
      </div>
    </div>
  );
}

type Box = [number, number, number, number];

function boxesOn(page: number, { first, last }: LineRange, loaded: (line: number) => Line | undefined): { line: number; box: Box }[] {
  const found: { line: number; box: Box }[] = [];
  for (let line = first; line <= Math.min(last, first + 400); line += 1) {
    const each = loaded(line);
    if (each?.page !== page || each.box?.length !== 4) continue;
    const [left, top, right, bottom] = each.box as Box;
    const before = found.at(-1);
    // Neighbours in one column are one place.
    if (before && top >= before.box[1] && top - before.box[3] < 16 && left < before.box[2] && before.box[0] < right)
      before.box = [Math.min(left, before.box[0]), before.box[1], Math.max(right, before.box[2]), Math.max(bottom, before.box[3])];
    else found.push({ line, box: [left, top, right, bottom] });
  }
  return found;
}

/** The loaded line of a page whose box is nearest to a height. */
function lineAt(y: number, page: number, near: number, total: number, loaded: (line: number) => Line | undefined): number | null {
  let best: { line: number; off: number } | null = null;
  for (let line = Math.max(1, near - 600); line <= Math.min(total, near + 600); line += 1) {
    const each = loaded(line);
    if (each?.page !== page || each.box?.length !== 4) continue;
    const [, top, , bottom] = each.box as Box;
    const off = y < top ? top - y : y > bottom ? y - bottom : 0;
    if (!best || off < best.off) best = { line, off };
  }
  return best?.line ?? null;
}
