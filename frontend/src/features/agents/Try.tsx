import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { ApiProblem, sentenceOf } from "@/shared/api/problem";
import { documentQuery } from "@/shared/documents/queries";
import { langOf } from "@/shared/lib/format";
import { Notice } from "@/shared/ui/Notice";
import { Answer } from "./Answer";
import { VERBS, type Verb } from "./verb-names";
import { ARGUMENTS, type Argument, CURSOR_KEYS, type Given, type Lines, bodyOf, budgetOf, changed, documentsOf, withDocument } from "./verbs";

/** Agents name no language, and so get the units of lines in English; this page has to show the same. */
const headers = { "Accept-Language": "en" };

function run(verb: Verb, given: Given) {
  switch (verb) {
    case "search":
      return dataOf(api.POST("/api/v1/verbs/search", { headers, body: bodyOf(verb, given) }));
    case "outline":
      return dataOf(api.POST("/api/v1/verbs/outline", { headers, body: bodyOf(verb, given) }));
    case "read":
      return dataOf(api.POST("/api/v1/verbs/read", { headers, body: bodyOf(verb, given) }));
    case "grep":
      return dataOf(api.POST("/api/v1/verbs/grep", { headers, body: bodyOf(verb, given) }));
    case "browse":
      return dataOf(api.POST("/api/v1/verbs/browse", { headers, body: bodyOf(verb, given) }));
  }
}

/** Run a verb as an agent would. */
export function Try({ verb: first, document, lines }: { verb: Verb; document: number | undefined; lines: Lines | undefined }) {
  const { t } = useTranslation();
  const [verb, setVerb] = useState<Verb>(first);
  const [given, setGiven] = useState<Given>(() => withDocument(document, lines));
  const answer = useMutation({ mutationFn: (asked: Given) => run(verb, asked) });
  const ask = (asked: Given) => {
    setGiven(asked);
    answer.mutate(asked);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate(given);
  };
  // Arguments that cannot be used are answered with the sentence that an agent gets.
  const refusal = answer.error instanceof ApiProblem && answer.error.code === "invalid" ? answer.error.detail : "";
  const cursorKey = CURSOR_KEYS[verb];
  const cursor = answer.data?.facts.cursor;
  return (
    <>
      <form onSubmit={submit}>
        <div className="seg verbs" role="group" aria-label={t("agents.verb")}>
          {VERBS.map((each) => (
            <button key={each} type="button" className="voice-mono" aria-pressed={verb === each} onClick={() => { setVerb(each); answer.reset(); }}>
              {each}
            </button>
          ))}
        </div>
        <div className="arguments">
          {ARGUMENTS[verb].map((argument) => (
            <ArgumentField key={argument.key} argument={argument} value={given[argument.key] ?? ""} otherwise={argument.unless && given[argument.unless] ? undefined : argument.otherwise} onChange={(value) => { setGiven(changed(verb, given, argument.key, value)); }} />
          ))}
          <button type="submit" className="btn pri" disabled={answer.isPending}>
            {t("agents.run")}
          </button>
        </div>
        {verb === "outline" || verb === "read" ? <TitleOf id={documentsOf(given)[0]} /> : null}
      </form>
      {refusal ? <Answer text={refusal} failed /> : null}
      {answer.isError && !refusal ? (
        <div className="mt-4">
          <Notice kind="fault" fresh>
            {sentenceOf(answer.error, t)}
          </Notice>
        </div>
      ) : null}
      {answer.data ? <Answer text={answer.data.text} tokens={answer.data.tokens} milliseconds={answer.data.milliseconds} failed={answer.data.is_error} budget={budgetOf(verb, given)} /> : null}
      {cursorKey && typeof cursor === "string" ? (
        <button type="button" className="btn mt-3 self-start" disabled={answer.isPending} onClick={() => { ask({ ...given, [cursorKey]: cursor }); }}>
          {t("agents.goOn")}
        </button>
      ) : null}
    </>
  );
}

function ArgumentField({ argument, value, otherwise, onChange }: { argument: Argument; value: string; otherwise: string | undefined; onChange: (value: string) => void }) {
  if (argument.flag)
    return (
      <label className="argument-flag">
        <input type="checkbox" className="cb" checked={value !== ""} onChange={(event) => { onChange(event.target.checked ? "yes" : ""); }} />
        {argument.name}
      </label>
    );
  return (
    <label className={`labelled ${argument.wide ? "wide" : ""}`}>
      {argument.name}
      <input className="field voice-mono" required={argument.needed} placeholder={otherwise} autoComplete="off" spellCheck={false} value={value} onChange={(event) => { onChange(event.target.value); }} />
    </label>
  );
}

function TitleOf({ id }: { id: string | undefined }) {
  const { t } = useTranslation();
  const valid = id !== undefined && /^\d{1,15}$/.test(id);
  const { data } = useQuery({ ...documentQuery(Number(id)), enabled: valid, retry: false });
  return (
    <p className="title-of voice-text" lang={langOf(data?.language ?? "")} dir="auto">
      {data?.title ?? (valid ? "" : <span className="voice-ui text-ink-3">{t("agents.idHint")}</span>)}
    </p>
  );
}
