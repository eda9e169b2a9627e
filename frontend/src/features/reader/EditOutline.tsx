import { useTranslation } from "react-i18next";
import { Icon } from "@/shared/ui/Icon";
import "./editor.css";

export function EditOutline({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="btn ghost sm ico out-edit" aria-label={t("edit.title")} title={t("edit.title")} onClick={onEdit}>
      <Icon name="pencil" />
    </button>
  );
}

/** An outline that is doubtful, or not there, asks the one who reads. */
export function Invitation({ words, onEdit }: { words: string; onEdit: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="out-invite">
      <Icon name="pencil" />
      <span>
        {words}{" "}
        <button type="button" className="link" onClick={onEdit}>
          {t("edit.title")}
        </button>
      </span>
    </p>
  );
}
