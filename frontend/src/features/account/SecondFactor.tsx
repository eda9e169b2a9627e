import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { sessionQuery } from "@/shared/api/session";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Notice, PaneError } from "@/shared/ui/Notice";
import { CodeField, codeSentence, isWrongCode } from "./CodeForm";
import { PasswordField } from "./PasswordField";
import { Prove } from "./Prove";

type Secret = Schemas["SecondFactorSecret"];

const factorKey = ["second-factor"];

/** A code besides the password: off, being set up, on. */
export function SecondFactor() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const factor = useQuery({ queryKey: factorKey, queryFn: () => dataOf(api.GET("/api/v1/account/second-factor")) });
  const again = () => {
    for (const queryKey of [factorKey, ["sessions"], sessionQuery.queryKey]) void queries.invalidateQueries({ queryKey });
  };
  const show = (fresh: string[]) => {
    setSecret(null);
    setCodes(fresh);
    again();
  };
  return (
    <section className="mt-[28px]" aria-label={t("secondFactor.title")}>
      <h2 className="font-[550]">{t("secondFactor.title")}</h2>
      {factor.isError ? <PaneError error={factor.error} retry={() => void factor.refetch()} /> : null}
      {codes ? <RecoveryCodes codes={codes} done={() => { setCodes(null); }} /> : null}
      {!codes && secret ? <Confirm secret={secret} onDone={show} cancel={() => { setSecret(null); }} /> : null}
      {!codes && !secret && factor.data?.on === false ? <Begin onDone={setSecret} /> : null}
      {!codes && factor.data?.on ? <Prove left={factor.data.recovery_codes} onCodes={show} onOff={again} /> : null}
    </section>
  );
}

function Begin({ onDone }: { onDone: (secret: Secret) => void }) {
  const { t } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState("");
  const asks = session?.user?.has_password ?? true;
  const begin = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/account/second-factor", { body: asks ? { password } : {} })),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asks && !asking) setAsking(true);
    else begin.mutate();
  };
  return (
    <form className="mt-1 flex max-w-[360px] flex-col gap-4" onSubmit={submit}>
      <p className="text-ink-2">{t("secondFactor.text")}</p>
      {asks && asking ? <PasswordField password={password} onChange={setPassword} /> : null}
      {begin.isError ? (
        <Notice kind="fault" fresh>
          {codeSentence(begin.error, t)}
        </Notice>
      ) : null}
      <div>
        <button type="submit" className="btn" disabled={begin.isPending}>
          {t("secondFactor.begin")}
        </button>
      </div>
    </form>
  );
}

function Confirm({ secret, onDone, cancel }: { secret: Secret; onDone: (codes: string[]) => void; cancel: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/account/second-factor/confirm", { body: { code } })),
    onSuccess: (answer) => { onDone(answer.codes); },
    onError: () => { setCode(""); },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form className="mt-1 flex max-w-[360px] flex-col gap-4" onSubmit={submit}>
      <p className="text-ink-2">{t("secondFactor.scan")}</p>
      <img className="w-[200px] rounded" src={secret.picture} alt={t("secondFactor.picture")} />
      <p>
        <span className="text-[13px] text-ink-3">{t("secondFactor.secret")}</span>
        <code className="voice-mono block text-[13px] break-all">{secret.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <CodeField code={code} onChange={setCode} wrong={isWrongCode(confirm.error)} focus />
      {confirm.isError ? (
        <Notice kind="fault" fresh>
          {codeSentence(confirm.error, t)}
        </Notice>
      ) : null}
      <div className="flex gap-2">
        <button type="submit" className="btn pri" disabled={confirm.isPending}>
          {t("secondFactor.turnOn")}
        </button>
        <button type="button" className="btn" onClick={cancel}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="mt-2 flex max-w-[420px] flex-col gap-3">
      <Notice kind="doubt" fresh>
        {t("secondFactor.once")}
      </Notice>
      <ul className="voice-mono grid grid-cols-2 gap-x-5 gap-y-1 text-[13px]" aria-label={t("secondFactor.recovery")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <CopyButton text={codes.join("\n")} primary />
        <button type="button" className="btn" onClick={done}>
          {t("secondFactor.kept")}
        </button>
      </div>
    </div>
  );
}
