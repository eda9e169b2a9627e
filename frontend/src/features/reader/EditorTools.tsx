import { useTranslation } from "react-i18next";
import { formatNumber } from "@/shared/lib/format";
import { Icon, type IconName } from "@/shared/ui/Icon";
import { type Draft, canBegin, canShift, confirm, indexOf, moveTo, remove, shift } from "./draft";

interface EditorToolsProps {
  draft: Draft;
  /** The line one reads or has selected. */
  here: number;
  onChange: (change: (draft: Draft) => Draft) => void;
  onRename: () => void;
}

/** What can be done with the chosen section. */
export function EditorTools({ draft, here, onChange, onRename }: EditorToolsProps) {
  const { t, i18n } = useTranslation();
  const index = indexOf(draft);
  const item = draft.items[index];
  if (!item) return null;
  const tool = (icon: IconName, label: string, keys: string, run: () => void, off = false) => (
    <button type="button" className="btn ghost sm ico" aria-label={label} aria-keyshortcuts={keys} title={`${label} (${keys})`} disabled={off} onClick={run}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="ed-tools" role="toolbar" aria-label={t("edit.tools")}>
      {tool("pencil", t("edit.rename"), "Enter", onRename)}
      {tool("left", t("edit.up"), "Alt+ArrowLeft", () => { onChange((now) => shift(now, -1)); }, !canShift(draft, index, -1))}
      {tool("right", t("edit.deeper"), "Alt+ArrowRight", () => { onChange((now) => shift(now, 1)); }, !canShift(draft, index, 1))}
      {item.doubtful ? tool("check", t("edit.confirm"), "", () => { onChange(confirm); }) : null}
      {tool("trash", t("edit.remove"), "Delete", () => { onChange(remove); })}
      <label className="ed-line">
        <span>{t("edit.begins")}</span>
        <input
          key={`${String(item.key)}.${String(item.line)}`}
          className="field"
          type="number"
          min={1}
          max={draft.total}
          defaultValue={item.line}
          onBlur={(event) => { moveOrMend(event.target, draft, item.line, onChange); }}
          onKeyDown={(event) => { if (event.key === "Enter") moveOrMend(event.currentTarget, draft, item.line, onChange); }}
        />
      </label>
      {here !== item.line && canBegin(draft, here) ? (
        <button type="button" className="link ed-here" onClick={() => { onChange((now) => moveTo(now, here)); }}>
          {t("edit.here", { number: formatNumber(here, i18n.language) })}
        </button>
      ) : null}
    </div>
  );
}

/** Take the line that was typed; one that is taken or not in the document gives way to the present one. */
function moveOrMend(field: HTMLInputElement, draft: Draft, line: number, onChange: EditorToolsProps["onChange"]): void {
  const wanted = Number(field.value);
  if (wanted === line) return;
  if (canBegin(draft, wanted)) onChange((now) => moveTo(now, wanted));
  else field.value = String(line);
}
