import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { ApiProblem, sentenceOf } from "@/shared/api/problem";
import { sessionQuery } from "@/shared/api/session";
import { LANGUAGES, LANGUAGE_NAMES, type Language, changeLanguage, languageOf } from "@/shared/i18n";
import { type Theme, chooseTheme, currentTheme } from "@/shared/lib/theme";
import { useTitle } from "@/shared/lib/title";
import { Notice } from "@/shared/ui/Notice";
import { toast } from "@/shared/ui/toast";
import { SecondFactor } from "./SecondFactor";
import { Sessions } from "./Sessions";

export function AccountPage() {
  const { t } = useTranslation();
  useTitle(t("nav.account"));
  const { data: session } = useQuery(sessionQuery);
  return (
    <main className="clears-foot flex-1 overflow-auto bg-sheet px-4 py-5 sm:px-7 sm:py-[22px]">
      <div className="mx-auto max-w-[720px]">
        <h1 className="page-title">{t("account.title")}</h1>
        <p className="mt-1 text-ink-2">{[t("account.signedInAs", { name: session?.user?.username ?? "" }), session?.user?.email].filter(Boolean).join(" · ")}</p>
        <LanguageChoice />
        <ThemeChoice />
        <PasswordForm />
        <SecondFactor />
        <Sessions />
        <p className="mt-[40px] text-[13px] text-ink-3">Mokuji {session?.version}</p>
      </div>
    </main>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const choose = async (language: Language) => {
    await changeLanguage(language);
    await api.PATCH("/api/v1/account", { body: { language } });
  };
  return (
    <fieldset className="mt-[28px]">
      <legend className="font-[550]">{t("account.language")}</legend>
      <div className="mt-2 seg">
        {LANGUAGES.map((language) => (
          <button key={language} type="button" lang={language} aria-pressed={languageOf(i18n.language) === language} onClick={() => void choose(language)}>
            {LANGUAGE_NAMES[language]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function ThemeChoice() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState<Theme>(currentTheme);
  return (
    <fieldset className="mt-[28px]">
      <legend className="font-[550]">{t("account.theme")}</legend>
      <div className="mt-2 seg">
        {(["system", "light", "dark"] as const).map((each) => (
          <button key={each} type="button" aria-pressed={theme === each} onClick={() => { chooseTheme(each); setTheme(each); }}>
            {t(`theme.${each}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function PasswordForm() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const [before, setBefore] = useState("");
  const [fresh, setFresh] = useState("");
  const change = useMutation({
    mutationFn: () =>
      dataOf(api.POST("/api/v1/account/password", { body: { new_password: fresh, ...(session?.user?.has_password ? { old_password: before } : {}) } })),
    onSuccess: (state) => {
      queries.setQueryData(sessionQuery.queryKey, state);
      setBefore("");
      setFresh("");
      toast(t("account.changed"));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const wrong = change.error instanceof ApiProblem && change.error.code === "wrong-password";
  return (
    <form className="mt-[28px] flex max-w-[360px] flex-col gap-4" onSubmit={submit}>
      <h2 className="font-[550]">{t("account.password")}</h2>
      <input className="sr" type="text" autoComplete="username" readOnly tabIndex={-1} aria-hidden="true" value={session?.user?.username ?? ""} />
      {session?.user?.has_password ? (
        <label className="labelled">
          {t("account.old")}
          <input className="field" type="password" autoComplete="current-password" required aria-invalid={wrong} value={before} onChange={(event) => { setBefore(event.target.value); }} />
        </label>
      ) : null}
      <label className="labelled">
        {t("account.new")}
        <input className="field" type="password" autoComplete="new-password" required minLength={12} value={fresh} onChange={(event) => { setFresh(event.target.value); }} />
        <span className="font-normal text-ink-3">{t("welcome.rule")}</span>
      </label>
      {change.isError ? (
        <Notice kind="fault" fresh>
          {wrong ? t("account.wrong") : sentenceOf(change.error, t)}
        </Notice>
      ) : null}
      <div>
        <button type="submit" className="btn" disabled={change.isPending}>
          {t("account.change")}
        </button>
      </div>
    </form>
  );
}
