import { useTranslation } from "react-i18next";
import { ask } from "@/shared/lib/intents";

/** A contents page that waits for its numbers. */
export function DrawnContents() {
  const rows = [
    [0, 150],
    [0, 190],
    [22, 130],
    [22, 160],
    [0, 120],
  ] as const;
  return (
    <svg className="drawn" viewBox="0 0 300 150" aria-hidden="true" fill="none">
      {rows.map(([indent, width], index) => {
        const y = 18 + index * 28;
        return (
          <g key={y}>
            <path d={`M${String(20 + indent)} ${String(y)}h${String(width)}`} stroke="var(--edge)" strokeWidth={indent ? 4 : 6} strokeLinecap="round" opacity={indent ? 0.55 : 0.85} />
            <path d={`M${String(32 + indent + width)} ${String(y + 3)}H280`} stroke="var(--edge)" strokeWidth="1.5" strokeLinecap="round" strokeDasharray="0 5" />
          </g>
        );
      })}
    </svg>
  );
}

export function EmptyLibrary() {
  const { t } = useTranslation();
  return (
    <div className="empty">
      <DrawnContents />
      <p className="voice-text">{t("library.empty")}</p>
      <div className="flex gap-2">
        <button type="button" className="btn" onClick={() => { ask("add-guide"); }}>
          {t("library.addGuide")}
        </button>
      </div>
    </div>
  );
}

export function NothingMatches({ clear }: { clear: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="empty">
      <DrawnContents />
      <p className="voice-text">{t("library.nothing")}</p>
      <button type="button" className="btn" onClick={clear}>
        {t("library.clearFilters")}
      </button>
    </div>
  );
}
