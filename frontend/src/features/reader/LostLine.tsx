import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/shared/api/problem";
import { Notice } from "@/shared/ui/Notice";

/** A line that did not come keeps its height; the first of some says why, and how to have them. */
export function LostLine({ number, error, fresh, retry }: { number: number; error: unknown; fresh: boolean; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <div id={`L${String(number)}`} data-line={number} className="ln-row lost">
      {error === null ? null : (
        <Notice kind="fault" fresh={fresh}>
          <span>{t("reader.lost", { number })}</span> <span>{sentenceOf(error, t)}</span>{" "}
          <button type="button" className="link" onClick={retry}>
            {t("retry")}
          </button>
        </Notice>
      )}
    </div>
  );
}
