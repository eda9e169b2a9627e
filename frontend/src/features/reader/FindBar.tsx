import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LONGEST_QUERY } from "@/shared/api/limits";
import { isComposing } from "@/shared/lib/composing";
import { formatNumber } from "@/shared/lib/format";
import { Icon } from "@/shared/ui/Icon";
import type { Finding } from "./useFind";

export function FindBar({ find, onGo }: { find: Finding; onGo: (line: number) => void }) {
  const { t, i18n } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const { lines, index } = find;
  const current = lines[index];
  useEffect(() => {
    if (current !== undefined) onGo(current);
    // Only when another hit is the current one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [current, find.step]);
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <div className="find" role="search">
      <Icon name="search" />
      <input
        ref={field}
        id="find-field"
        className="find-field"
        aria-label={t("reader.findLabel")}
        placeholder={t("reader.findLabel")}
        value={find.words}
        maxLength={LONGEST_QUERY}
        onChange={(event) => {
          find.setWords(event.target.value, !isComposing(event));
        }}
        onCompositionEnd={(event) => {
          find.setWords(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === "Enter") {
            event.preventDefault();
            find.move(event.shiftKey ? -1 : 1);
          } else if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            find.close();
          }
        }}
      />
      <span className="find-count" role="status">
        {find.words && find.settled ? (lines.length > 0 ? t("reader.findCount", { at: number(index + 1), lines: number(find.totalLines) }) : t("reader.findNone")) : ""}
      </span>
      <button type="button" className="btn ghost sm ico" aria-label={t("reader.findBefore")} disabled={lines.length === 0} onClick={() => { find.move(-1); }}>
        <Icon name="up" />
      </button>
      <button type="button" className="btn ghost sm ico" aria-label={t("reader.findNext")} disabled={lines.length === 0} onClick={() => { find.move(1); }}>
        <Icon name="down" />
      </button>
      <button type="button" className="btn ghost sm ico" aria-label={t("close")} onClick={find.close}>
        <Icon name="close" />
      </button>
    </div>
  );
}
