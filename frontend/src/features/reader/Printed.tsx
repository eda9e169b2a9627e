import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { sentenceOf } from "@/shared/api/problem";
import type { DocumentDetail } from "@/shared/documents/queries";
import { formatNumber, langOf, typeName } from "@/shared/lib/format";
import { toast } from "@/shared/ui/toast";
import { LineText } from "./LineView";
import { type Line, codeFlags } from "./useLines";

interface PrintedProps {
  document: DocumentDetail;
  rendered: boolean;
  onDone: () => void;
}

const AT_ONCE = 2_000;

async function everyLine(documentId: number, total: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (let offset = 1; offset <= total; offset += AT_ONCE) {
    const page = await dataOf(api.GET("/api/v1/documents/{document_id}/lines", { params: { path: { document_id: documentId }, query: { offset, limit: AT_ONCE } } }));
    lines.push(...page.lines);
  }
  return lines;
}

/** The whole document on paper: its title over every page, each line with its number. The screen shows only a window. */
export function Printed({ document, rendered, onDone }: PrintedProps) {
  const { t, i18n } = useTranslation();
  const [lines, setLines] = useState<Line[] | null>(null);
  const number = (value: number) => formatNumber(value, i18n.language);
  useEffect(() => {
    let here = true;
    everyLine(document.id, document.line_count).then(
      (loaded) => {
        if (here) setLines(loaded);
      },
      (error: unknown) => {
        if (!here) return;
        toast(sentenceOf(error, t));
        onDone();
      },
    );
    return () => {
      here = false;
    };
    // Printed once for each mount.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (!lines) return;
    window.addEventListener("afterprint", onDone, { once: true });
    const frame = requestAnimationFrame(() => {
      window.print();
    });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("afterprint", onDone);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lines]);
  if (!lines) return null;
  const inCode = codeFlags(lines.map((line) => line.text), false);
  const lang = langOf(document.language);
  const type = typeName(document.file_type, t("textType"));
  return createPortal(
    <div className="printed">
      <div className="printed-head voice-text" lang={lang} dir="auto">
        <div>{document.title}</div>
      </div>
      <div className="printed-body">
        <div>
          <h1 className="voice-text" lang={lang} dir="auto">
            {document.title}
          </h1>
          <p className="printed-facts">
            {[document.authors.join(", "), type, t("lines", { count: lines.length, formatted: number(lines.length) }), document.file_name].filter(Boolean).join(" · ")}
          </p>
          {lines.map((line, index) => {
            const blank = rendered && line.text.trim() === "" && inCode[index] === 0;
            return (
              <div key={line.number} className={`ln-row ${blank ? "blank" : ""}`}>
                <span className="no">{blank ? "" : line.number}</span>
                <LineText text={line.text} inCode={inCode[index] === 1} rendered={rendered} ranges={undefined} lang={lang} container={false} />
              </div>
            );
          })}
        </div>
      </div>
    </div>,
    window.document.body,
  );
}
