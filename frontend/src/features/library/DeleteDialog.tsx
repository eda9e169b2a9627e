import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/shared/api/problem";
import { bulk } from "@/shared/documents/queries";
import { Dialog } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";

export function DeleteDialog({ ids, onClose, onDone }: { ids: number[]; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const count = ids.length;
  const remove = useMutation({
    mutationFn: () => bulk({ action: "delete", document_ids: ids }),
    onSuccess: () => {
      for (const key of ["documents", "facets", "collections"]) void queries.invalidateQueries({ queryKey: [key] });
      onDone();
      onClose();
    },
  });
  return (
    <Dialog open={count > 0} onClose={onClose} label={t("deletion.question", { count })}>
      <h2>{t("deletion.question", { count })}</h2>
      <p className="mt-2 text-ink-2">{t("deletion.text")}</p>
      {remove.isError ? (
        <div className="mt-3">
          <Notice kind="fault" fresh>
            {sentenceOf(remove.error, t)}
          </Notice>
        </div>
      ) : null}
      <div className="mt-5 flex justify-end gap-2">
        <button type="button" className="btn" onClick={onClose}>
          {t("cancel")}
        </button>
        <button type="button" className="btn danger" disabled={remove.isPending} onClick={() => { remove.mutate(); }}>
          {t("deletion.button", { count })}
        </button>
      </div>
    </Dialog>
  );
}
