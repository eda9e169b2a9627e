import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { ApiProblem, sentenceOf } from "@/shared/api/problem";
import { type Session, sessionQuery } from "@/shared/api/session";
import { Notice } from "@/shared/ui/Notice";
import { Entrance } from "./Entrance";

/** Where the link of the first start leads: nothing is spent before the button is pressed. */
export function WelcomePage() {
  const { t } = useTranslation();
  const { link } = useSearch({ from: "/welcome" });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [session, setSession] = useState<Session | null>(null);

  const finish = async (state: Session) => {
    queries.clear();
    queries.setQueryData(sessionQuery.queryKey, state);
    await navigate({ to: "/", replace: true });
  };
  const start = useMutation({
    mutationFn: async () => {
      let state = session;
      if (!state) {
        await dataOf(api.GET("/api/v1/session"));
        state = await dataOf(api.POST("/api/v1/session/link", { body: { secret: link ?? "" } }));
        setSession(state);
      }
      if (state.user?.has_password) return state;
      return dataOf(api.POST("/api/v1/account/password", { body: { new_password: password, username } }));
    },
    onSuccess: finish,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
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
  return (
    <Entrance title={t("welcome.title")} text={t("welcome.text")}>
      <form onSubmit={submit}>
        <label className="labelled">
          {t("signIn.name")}
          <input className="field" autoComplete="username" autoCapitalize="none" required maxLength={150} value={username} onChange={(event) => { setUsername(event.target.value); }} />
        </label>
        <label className="labelled">
          {t("signIn.password")}
          <input className="field" type="password" autoComplete="new-password" required minLength={10} aria-describedby="password-rule" value={password} onChange={(event) => { setPassword(event.target.value); }} />
          <span id="password-rule" className="font-normal text-ink-3">
            {t("welcome.rule")}
          </span>
        </label>
        {start.isError ? (
          <Notice kind="fault" fresh>
            {spent ? t("welcome.spent") : sentenceOf(start.error, t)}
          </Notice>
        ) : null}
        <button type="submit" className="btn pri" disabled={start.isPending}>
          {t("welcome.button")}
        </button>
      </form>
    </Entrance>
  );
}
