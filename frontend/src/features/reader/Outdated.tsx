import { useTranslation } from "react-i18next";
import { Notice } from "@/shared/ui/Notice";

/** The document changed while its outline was edited: the edits go on, or go away. */
export function Outdated({ onTakeOver, onDiscard }: { onTakeOver: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice kind="doubt" fresh>
      <span>{t("edit.outdated")}</span>{" "}
      <button type="button" className="link" onClick={onTakeOver}>
        {t("edit.takeOver")}
      </button>{" "}
      <button type="button" className="link" onClick={onDiscard}>
        {t("edit.discard")}
      </button>
    </Notice>
  );
}
