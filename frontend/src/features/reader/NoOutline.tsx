import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentDetail } from "@/shared/documents/queries";
import { formatNumber } from "@/shared/lib/format";
import { Leader } from "@/shared/ui/Spine";
import { Invitation } from "./EditOutline";

const STEP = 100;

/** No reliable outline is an answer: it says so, and gives every hundredth line as a hold. */
export function NoOutline({ document, onGo, onEdit }: { document: DocumentDetail; onGo: (line: number) => void; onEdit: (() => void) | undefined }) {
  const { t, i18n } = useTranslation();
  const scroller = useRef<HTMLUListElement>(null);
  const count = Math.max(1, Math.ceil(document.line_count / STEP));
  const rows = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => 30, overscan: 10 });
  return (
    <nav className="out" aria-label={t("reader.contents")}>
      <div className="out-top">
        <h2>{t("reader.contents")}</h2>
      </div>
      <p className="out-none">{t("reader.noOutline")}</p>
      <ul ref={scroller} className="tree quiet-scroll">
        <li className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((item) => {
            const line = item.index * STEP + 1;
            return (
              <button key={item.key} type="button" className="hold" style={{ transform: `translateY(${String(item.start)}px)` }} onClick={() => { onGo(line); }}>
                {t("reader.lineShort", { number: formatNumber(line, i18n.language) })}
                <Leader />
                <span className="ln">{line}</span>
              </button>
            );
          })}
        </li>
      </ul>
      {onEdit ? <Invitation words={t("edit.inviteNone")} onEdit={onEdit} /> : null}
    </nav>
  );
}
