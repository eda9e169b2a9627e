import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CollectionItem } from "@/shared/documents/roles";
import { toast } from "@/shared/ui/toast";
import { Problem } from "./Problem";
import { collectionsChanged, handOver, nameProblem } from "./queries";

/** Another person becomes the owner. It stays folded, since only that person can give it back. */
export function HandOver({ item }: { item: CollectionItem }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const give = useMutation({
    mutationFn: (to: string) => handOver(item.id, to),
    onSuccess: (_, to) => {
      collectionsChanged(queries);
      toast(t("collections.handedOver", { name: to }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) give.mutate(name.trim());
  };
  const asked = give.variables ?? "";
  return (
    <section className="coll-part" aria-label={t("collections.handOver")}>
      <button type="button" className="link" aria-expanded={open} onClick={() => { setOpen(!open); }}>
        {t("collections.handOverAsk")}
      </button>
      {open ? (
        <form className="coll-form" onSubmit={submit}>
          <p className="w-full text-ink-2">{t("collections.handOverText")}</p>
          <input className="field grow" maxLength={150} required autoComplete="off" spellCheck={false} autoCapitalize="none" placeholder={t("collections.newOwner")} aria-label={t("collections.newOwner")} value={name} onChange={(event) => { setName(event.target.value); }} />
          <button type="submit" className="btn danger" disabled={give.isPending}>
            {t("collections.handOver")}
          </button>
          {give.isError ? <Problem>{nameProblem(give.error, { missing: t("collections.noUser", { name: asked }), taken: t("collections.ownerHasName", { name: asked }) }, t)}</Problem> : null}
        </form>
      ) : null}
    </section>
  );
}
