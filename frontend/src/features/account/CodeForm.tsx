import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { ApiProblem, sentenceOf } from "@/shared/api/problem";
import type { Session } from "@/shared/api/session";
import { Notice } from "@/shared/ui/Notice";

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function CodeForm({ onDone, back }: { onDone: (session: Session) => Promise<void>; back: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const send = useMutation({
    mutationFn: async () => onDone(await dataOf(api.POST("/api/v1/session/code", { body: { code } }))),
    onError: () => { setCode(""); },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form onSubmit={submit}>
      <CodeField code={code} onChange={setCode} wrong={isWrongCode(send.error)} focus />
      {send.isError ? (
        <Notice kind="fault" fresh>
          {codeSentence(send.error, t)}
        </Notice>
      ) : null}
      <button type="submit" className="btn pri" disabled={send.isPending}>
        {t("signIn.button")}
      </button>
      <p>
        <button type="button" className="link" onClick={back}>
          {t("forgotten.back")}
        </button>
      </p>
    </form>
  );
}

interface CodeFieldProps {
  code: string;
  onChange: (code: string) => void;
  wrong?: boolean;
  /** Whether it is the first thing on its page to be filled in. */
  focus?: boolean;
}

export function CodeField({ code, onChange, wrong = false, focus = false }: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <label className="labelled">
      {t("secondFactor.code")}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <input className="field" autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} required maxLength={64} autoFocus={focus} aria-invalid={wrong} value={code} onChange={(event) => { onChange(event.target.value); }} />
    </label>
  );
}

export function isWrongCode(error: Error | null): boolean {
  return error instanceof ApiProblem && error.code === "wrong-code";
}

/** What is wrong with a code or a password that was sent with it, in the language of the interface. */
export function codeSentence(error: Error | null, t: Parameters<typeof sentenceOf>[1]): string {
  if (error instanceof ApiProblem) {
    if (error.code === "wrong-code") return t("secondFactor.wrong");
    if (error.code === "wrong-password") return t("account.wrong");
    if (error.code === "sign-in-over") return t("secondFactor.over");
    if (error.code === "link-spent") return t("welcome.askAgain");
  }
  return sentenceOf(error, t);
}
