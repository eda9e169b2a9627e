import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { ApiProblem, sentenceOf } from "@/shared/api/problem";
import { type Session, sessionQuery } from "@/shared/api/session";
import { Notice } from "@/shared/ui/Notice";
import { CodeForm } from "./CodeForm";
import { Entrance } from "./Entrance";

/** Where the link of the first start leads: nothing is spent before the button is pressed. */
export function WelcomePage() {
  const { t } = useTranslation();
  const { link, name } = useSearch({ from: "/welcome" });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [session, setSession] = useState<Session | null>(null);
  const [asksCode, setAsksCode] = useState(false);

  const finish = async (state: Session) => {
    queries.clear();
    queries.setQueryData(sessionQuery.queryKey, state);
    await navigate({ to: "/", replace: true });
  };
  const goOn = async (state: Session) => {
    setSession(state);
    setAsksCode(false);
    const body = { new_password: password, ...(name ? {} : { username }) };
    await finish(state.user?.has_password ? state : await dataOf(api.POST("/api/v1/account/password", { body })));
  };
  const start = useMutation({
    mutationFn: async () => {
      if (session) return goOn(session);
      await dataOf(api.GET("/api/v1/session"));
      return goOn(await dataOf(api.POST("/api/v1/session/link", { body: { secret: link ?? "" } })));
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === "code-needed") setAsksCode(true);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  const problem = start.error instanceof ApiProblem ? start.error : null;
  const badName = !name && ((problem?.status === 400 && /^A name /.test(problem.detail)) || problem?.status === 409);
  const spent = start.error instanceof ApiProblem && start.error.code === "link-spent";
  if (!link)
    return (
      <Entrance title={t("welcome.noLink")} text={t("welcome.noLinkText")}>
        <p className="mt-5">
          <Link className="link" to="/sign-in">
            {t("signIn.title")}
          </Link>
        </p>
      </Entrance>
    );
  if (asksCode)
    return (
      <Entrance title={t("secondFactor.title")} text={t("secondFactor.ask")}>
        <CodeForm onDone={goOn} back={() => { setAsksCode(false); start.reset(); }} />
      </Entrance>
    );
  return (
    <Entrance title={t("welcome.title")} text={name ? t("welcome.passwordText", { name }) : t("welcome.text")}>
      <form onSubmit={submit}>
        {name ? (
          <input className="sr" type="text" autoComplete="username" readOnly tabIndex={-1} aria-hidden="true" value={name} />
        ) : (
          <label className="labelled">
            {t("signIn.name")}
            <input className="field" autoComplete="username" autoCapitalize="none" required maxLength={150} aria-invalid={badName} aria-describedby="name-rule" value={username} onChange={(event) => { setUsername(event.target.value); start.reset(); }} />
            <span id="name-rule" className={`font-normal ${badName ? "text-fault" : "text-ink-3"}`} role={badName ? "alert" : undefined}>
              {problem?.status === 409 ? t("welcome.nameTaken") : t("welcome.nameRule")}
            </span>
          </label>
        )}
        <label className="labelled">
          {t("signIn.password")}
          <input className="field" type="password" autoComplete="new-password" required minLength={12} aria-describedby="password-rule" value={password} onChange={(event) => { setPassword(event.target.value); }} />
          <span id="password-rule" className="font-normal text-ink-3">
            {t("welcome.rule")}
          </span>
        </label>
        {start.isError && !badName ? (
          <Notice kind="fault" fresh>
            {spent ? t(name ? "welcome.askAgain" : "welcome.spent") : sentenceOf(start.error, t)}
          </Notice>
        ) : null}
        <button type="submit" className="btn pri" disabled={start.isPending}>
          {name ? t("welcome.choose") : t("welcome.button")}
        </button>
      </form>
    </Entrance>
  );
}
