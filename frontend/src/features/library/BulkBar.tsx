import { useTranslation } from "react-i18next";
import { lazily } from "@/shared/ui/lazily";
import type { Selection } from "./selection";

const BulkActions = lazily(async () => (await import("./BulkActions")).default, { waiting: () => <div className="bulk" aria-hidden="true" /> });

interface BulkBarProps {
  selection: Selection;
  phone: boolean;
  grid: boolean;
}

/** The heading line of the list, which becomes a bar of actions while rows are selected. */
export function BulkBar({ selection, phone, grid }: BulkBarProps) {
  const { t } = useTranslation();
  const count = selection.ids.size;
  if (count === 0) {
    if (phone || grid) return null;
    return (
      <div className="cols" aria-hidden="true">
        <span />
        <span>{t("library.colTitle")}</span>
        <span>{t("facet.outline_quality")}</span>
        <span className="col-type">{t("facet.type")}</span>
        <span className="col-words">{t("library.colWords")}</span>
        <span className="col-added">{t("library.colAdded")}</span>
      </div>
    );
  }
  return <BulkActions selection={selection} />;
}

