import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentDetail } from "@/shared/documents/queries";
import { stageText, standingOf } from "@/shared/documents/stage";
import { useLiveState } from "@/shared/live/context";
import { Icon } from "@/shared/ui/Icon";
import { pageRanges } from "./range";

/** What of the original could not be read, said to readers as it is to agents. */
export function Coverage({ document, onShow }: { document: DocumentDetail; onShow: (page: number) => void }) {
  const { t } = useTranslation();
  const live = useLiveState().documents.get(document.id);
  const standing = standingOf(document, live);
  const [away, setAway] = useState(false);
  const { pages_without_text: empty, garbled_pages: garbled, hidden_text: hidden } = document.coverage;
  const sentences = [
    standing.recognising ? `${stageText(standing, t)}.` : "",
    empty.length > 0 ? t("coverage.empty", { count: empty.length, pages: pageRanges(empty) }) : "",
    garbled.length > 0 ? t("coverage.garbled", { count: garbled.length, pages: pageRanges(garbled) }) : "",
    hidden > 0 ? t("coverage.hidden", { count: hidden }) : "",
  ].filter(Boolean);
  if (sentences.length === 0 || away) return null;
  const first = empty[0] ?? garbled[0];
  return (
    <div className="strip" role="note">
      <Icon name="warn" />
      <span>
        {sentences.join(" ")}{" "}
        {first !== undefined ? (
          <button type="button" className="link" onClick={() => { onShow(first); }}>
            {t("coverage.show")}
          </button>
        ) : null}
      </span>
      <button type="button" className="btn ghost sm ico ml-auto" aria-label={t("close")} onClick={() => { setAway(true); }}>
        <Icon name="close" />
      </button>
    </div>
  );
}
