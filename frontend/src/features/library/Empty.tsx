import { useTranslation } from "react-i18next";
import { type Filters, countOf } from "@/shared/documents/filters";
import { useReadOnlyTarget } from "@/shared/documents/roles";
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

function EmptyLibrary() {
  const { t } = useTranslation();
  return (
    <div className="empty clears-foot">
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

/** One collection is shown, and nothing lies in it. */
function EmptyCollection({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="empty clears-foot">
      <DrawnContents />
      <p className="voice-text">{readOnly ? t("library.emptyReadOnly") : t("library.emptyCollection")}</p>
      {readOnly ? null : (
        <button type="button" className="btn" onClick={() => { ask("choose-files"); }}>
          {t("upload.choose")}
        </button>
      )}
    </div>
  );
}

function NothingMatches({ clear }: { clear: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="empty clears-foot">
      <DrawnContents />
      <p className="voice-text">{t("library.nothing")}</p>
      <button type="button" className="btn" onClick={clear}>
        {t("library.clearFilters")}
      </button>
    </div>
  );
}

/** Why no document is shown, and what to do about it. */
export function Nothing({ filters, q, clear }: { filters: Filters; q: string; clear: () => void }) {
  const readOnly = useReadOnlyTarget(filters.collection);
  const count = countOf(filters);
  if (count === 0 && q === "") return <EmptyLibrary />;
  if (count === 1 && filters.collection && q === "") return <EmptyCollection readOnly={readOnly !== null} />;
  return <NothingMatches clear={clear} />;
}
