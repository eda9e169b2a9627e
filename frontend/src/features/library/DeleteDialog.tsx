import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bulkAll, notDone } from "@/shared/documents/queries";
import { FormDialog } from "@/shared/ui/FormDialog";
import { toast } from "@/shared/ui/toast";

export function DeleteDialog({ ids, onClose, onDone }: { ids: number[]; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const count = ids.length;
  const remove = useMutation({
    mutationFn: () => bulkAll({ action: "delete" }, ids),
    onSuccess: (answer) => {
      const left = notDone(answer, t);
      if (left) toast(left);
      for (const key of ["documents", "facets", "collections"]) void queries.invalidateQueries({ queryKey: [key] });
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      open={count > 0}
      title={t("deletion.question", { count })}
      action={t("deletion.button", { count })}
      danger
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => { remove.mutate(); }}
    >
      <p className="mt-2 text-ink-2">{t("deletion.text")}</p>
    </FormDialog>
  );
}
