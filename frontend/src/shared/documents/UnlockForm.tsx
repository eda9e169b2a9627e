import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/shared/api/problem";
import { reindex } from "./queries";

/** The mend of a locked file, where its failure is said. The password is used once and not kept. */
export function UnlockForm({ documentId, name }: { documentId: number; name: string }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const open = useMutation({ mutationFn: () => reindex(documentId, password) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) open.mutate();
  };
  return (
    <form className="unlock" onSubmit={submit}>
      <input
        className="field"
        type="password"
        autoComplete="off"
        placeholder={t("unlock.password")}
        aria-label={t("unlock.label", { name })}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
        }}
      />
      <button type="submit" className="btn" disabled={open.isPending}>
        {t("unlock.open")}
      </button>
      {open.isError ? <p className="text-fault">{sentenceOf(open.error, t)}</p> : null}
    </form>
  );
}
