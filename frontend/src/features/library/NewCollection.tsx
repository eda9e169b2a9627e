import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { sentenceOf } from "@/shared/api/problem";
import { Dialog } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) make.mutate();
  };
  return (
    <Dialog open={open} onClose={onClose} label={t("library.newCollection")}>
      <form onSubmit={submit}>
        <h2>{t("library.newCollection")}</h2>
        <label className="labelled mt-4">
          {t("library.collectionName")}
          <input className="field" maxLength={120} required value={name} onChange={(event) => { setName(event.target.value); }} />
        </label>
        {make.isError ? (
          <div className="mt-3">
            <Notice kind="fault" fresh>
              {sentenceOf(make.error, t)}
            </Notice>
          </div>
        ) : null}
        <div className="mt-5 flex justify-end gap-2">
          <button type="button" className="btn" onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" className="btn pri" disabled={make.isPending}>
            {t("library.makeAndMove")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
