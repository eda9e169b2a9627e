import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { FormDialog } from "@/shared/ui/FormDialog";

interface NewCollectionProps {
  open: boolean;
  onClose: () => void;
  onMade: (collection: string, name: string) => void;
}

/** A collection is made where something is to be put into it. */
export function NewCollection({ open, onClose, onMade }: NewCollectionProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const make = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/collections", { body: { name: name.trim() } })),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ["collections"] });
      setName("");
      onClose();
      onMade(String(made.id), made.name);
    },
  });
  return (
    <FormDialog
      open={open}
      title={t("library.newCollection")}
      action={t("library.makeAndMove")}
      pending={make.isPending}
      error={make.error}
      onClose={onClose}
      onSubmit={() => { if (name.trim()) make.mutate(); }}
    >
      <label className="labelled mt-4">
        {t("library.collectionName")}
        <input className="field" maxLength={120} required value={name} onChange={(event) => { setName(event.target.value); }} />
      </label>
    </FormDialog>
  );
}
