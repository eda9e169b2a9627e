import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { ApiProblem, sentenceOf } from "@/shared/api/problem";
import { type Session, sessionQuery } from "@/shared/api/session";
import { Notice } from "@/shared/ui/Notice";
import { ByProvider } from "./ByProvider";
import { CodeForm } from "./CodeForm";
import { Entrance } from "./Entrance";
import { ForgottenForm } from "./ForgottenForm";

export function SignInPage() {
  const { t } = useTranslation();
  const { next, problem } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [step, setStep] = useState<"password" | "forgotten" | "code" | null>(null);
  const { data: state } = useQuery(sessionQuery);
  const enter = async (session: Session) => {
    queries.clear();
    queries.setQueryData(sessionQuery.queryKey, session);
    if (/^\/(admin\/|oauth\/|authorize\?)/.test(next ?? "")) window.location.assign(next ?? "/");
    else if (next) router.history.push(next);
    else await navigate({ to: "/" });
  };
  const signIn = useMutation({
    mutationFn: async () => {
      await dataOf(api.GET("/api/v1/session"));
      return dataOf(api.POST("/api/v1/session", { body: { username, password } }));
    },
    onSuccess: enter,
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === "code-needed") setStep("code");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  const back = () => {
    signIn.reset();
    setPassword("");
    setStep("password");
  };
  if (step === "forgotten")
    return (
      <Entrance title={t("forgotten.title")}>
        <ForgottenForm back={back} />
      </Entrance>
    );
  if (step === "code" || (step === null && state?.code_needed))
    return (
      <Entrance title={t("secondFactor.title")} text={t("secondFactor.ask")}>
        <CodeForm onDone={enter} back={back} />
      </Entrance>
    );
  const wrong = signIn.error instanceof ApiProblem && signIn.error.code === "wrong-password";
  return (
    <Entrance title={t("signIn.title")} text={problem === "ended" ? t("signIn.ended") : undefined}>
      {state?.provider ? <ByProvider name={state.provider} next={next} problem={problem === "ended" ? undefined : problem} /> : null}
      <form onSubmit={submit}>
        <label className="labelled">
          {t("signIn.name")}
          <input className="field" autoComplete="username" autoCapitalize="none" required value={username} onChange={(event) => { setUsername(event.target.value); }} />
        </label>
        <label className="labelled">
          {t("signIn.password")}
          <input className="field" type="password" autoComplete="current-password" required aria-invalid={wrong} value={password} onChange={(event) => { setPassword(event.target.value); }} />
        </label>
        {signIn.isError ? (
          <Notice kind="fault" fresh>
            {wrong ? t("signIn.wrong") : sentenceOf(signIn.error, t)}
          </Notice>
        ) : null}
        <button type="submit" className="btn pri" disabled={signIn.isPending}>
          {t("signIn.button")}
        </button>
      </form>
      <p className="mt-5 text-[13px] text-ink-3">
        {state?.mail ? (
          <button type="button" className="link" onClick={() => { setStep("forgotten"); }}>
            {t("forgotten.title")}
          </button>
        ) : (
          `${t("forgotten.title")} ${t("forgotten.noMail")}`
        )}
      </p>
    </Entrance>
  );
}
