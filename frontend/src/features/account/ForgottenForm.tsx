import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { sentenceOf } from "@/shared/api/problem";
import { Notice } from "@/shared/ui/Notice";

/** Asks for a link by mail. What it says afterwards is the same whether somebody is known or not. */
export function ForgottenForm({ back }: { back: () => void }) {
  const { t } = useTranslation();
  const [who, setWho] = useState("");
  const ask = useMutation({
    mutationFn: async () => {
      await dataOf(api.GET("/api/v1/session"));
      await api.POST("/api/v1/session/forgotten", { body: { who } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <form onSubmit={submit}>
      <p className="text-ink-2">{t("forgotten.text")}</p>
      <label className="labelled">
        {t("forgotten.who")}
        <input className="field" autoComplete="username" autoCapitalize="none" required maxLength={200} value={who} onChange={(event) => { setWho(event.target.value); }} />
      </label>
      {ask.isError ? (
        <Notice kind="fault" fresh>
          {sentenceOf(ask.error, t)}
        </Notice>
      ) : null}
      {ask.isSuccess ? <p role="status">{t("forgotten.sent")}</p> : null}
      <button type="submit" className="btn pri" disabled={ask.isPending || ask.isSuccess}>
        {t("forgotten.button")}
      </button>
      <p>
        <button type="button" className="link" onClick={back}>
          {t("forgotten.back")}
        </button>
      </p>
    </form>
  );
}
