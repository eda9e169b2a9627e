import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/shared/api/problem";
import { reindex } from "./queries";

/** Documents for which a password was given on this visit: asked again, it was the wrong one. */
const tried = new Set<number>();

/** How long the news may take that a file is read again; a form that still stands then got a wrong password. */
const NEWS_MS = 1_500;

/** The mend of a locked file, where its failure is said. The password is used once and not kept. */
export function UnlockForm({ documentId, name }: { documentId: number; name: string }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState(() => tried.has(documentId));
  const open = useMutation({
    mutationFn: () => reindex(documentId, password),
    onSuccess: () => {
      tried.add(documentId);
    },
  });
  const { isSuccess, submittedAt } = open;
  useEffect(() => {
    if (!isSuccess) return;
    // reading can fail again before anybody was told that it began: then nothing takes this form away
    const timer = window.setTimeout(() => {
      setWrong(true);
    }, NEWS_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [isSuccess, submittedAt]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!password) return;
    setWrong(false);
    open.mutate();
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
      {wrong ? (
        <p className="text-fault" role="alert">
          {t("unlock.wrong")}
        </p>
      ) : null}
      {open.isError ? <p className="text-fault">{sentenceOf(open.error, t)}</p> : null}
    </form>
  );
}
