import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { sentenceOf } from "@/shared/api/problem";
import { documentQuery } from "@/shared/documents/queries";
import { langOf } from "@/shared/lib/format";
import { Notice } from "@/shared/ui/Notice";
import { Answer } from "./Answer";

type Verb = "search" | "outline" | "read";

interface Arguments {
  query: string;
  limit: string;
  document: string;
  budget: string;
  expand: string;
  offset: string;
  lines: string;
  section: string;
}

const whole = (text: string, otherwise: number) => (/^\d+$/.test(text.trim()) ? Number(text) : otherwise);
const list = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** Agents name no language, and so get the units of lines in English; this page has to show the same. */
const headers = { "Accept-Language": "en" };

function run(verb: Verb, given: Arguments) {
  if (verb === "search") return dataOf(api.POST("/api/v1/verbs/search", { headers, body: { query: given.query, limit: whole(given.limit, 20) } }));
  if (verb === "outline")
    return dataOf(api.POST("/api/v1/verbs/outline", { headers, body: { doc_ids: list(given.document).map(Number), budget: whole(given.budget, 600), expand: list(given.expand) } }));
  return dataOf(
    api.POST("/api/v1/verbs/read", {
      headers,
      body: { doc_id: whole(given.document, 0), offset: whole(given.offset, 1), limit: whole(given.lines, 200), ...(given.section.trim() ? { section: given.section.trim() } : {}) },
    }),
  );
}

/** Run a verb as an agent would. */
export function Try({ verb: first, document }: { verb: Verb; document: number | undefined }) {
  const { t } = useTranslation();
  const [verb, setVerb] = useState<Verb>(first);
  const [given, setGiven] = useState<Arguments>({ query: "", limit: "20", document: document === undefined ? "" : String(document), budget: "600", expand: "", offset: "1", lines: "200", section: "" });
  const answer = useMutation({ mutationFn: () => run(verb, given) });
  const field = (name: keyof Arguments, label: string, wide = false): ReactNode => (
    <label className={`labelled ${wide ? "wide" : ""}`}>
      {label}
      <input
        className="field voice-mono"
        value={given[name]}
        onChange={(event) => {
          setGiven({ ...given, [name]: event.target.value });
        }}
      />
    </label>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate();
  };
  return (
    <>
      <form onSubmit={submit}>
        <div className="seg" role="group" aria-label={t("agents.verb")}>
          {(["search", "outline", "read"] as const).map((each) => (
            <button key={each} type="button" className="voice-mono" aria-pressed={verb === each} onClick={() => { setVerb(each); answer.reset(); }}>
              {each}
            </button>
          ))}
        </div>
        <div className="arguments">
          {verb === "search" ? field("query", "query", true) : field("document", verb === "outline" ? "doc_ids" : "doc_id")}
          {verb === "search" ? field("limit", "limit") : null}
          {verb === "outline" ? field("budget", "budget") : null}
          {verb === "outline" ? field("expand", "expand") : null}
          {verb === "read" ? field("offset", "offset") : null}
          {verb === "read" ? field("lines", "limit") : null}
          {verb === "read" ? field("section", "section") : null}
          <button type="submit" className="btn pri" disabled={answer.isPending}>
            {t("agents.run")}
          </button>
        </div>
        {verb !== "search" ? <TitleOf id={list(given.document)[0]} /> : null}
      </form>
      {answer.isError ? (
        <div className="mt-4">
          <Notice kind="fault" fresh>
            {sentenceOf(answer.error, t)}
          </Notice>
        </div>
      ) : null}
      {answer.data ? (
        <Answer text={answer.data.text} tokens={answer.data.tokens} milliseconds={answer.data.milliseconds} failed={answer.data.is_error} budget={verb === "outline" ? whole(given.budget, 600) * Math.max(1, list(given.document).length) : undefined} />
      ) : null}
    </>
  );
}

function TitleOf({ id }: { id: string | undefined }) {
  const { t } = useTranslation();
  const valid = id !== undefined && /^\d{1,15}$/.test(id);
  const { data } = useQuery({ ...documentQuery(Number(id)), enabled: valid, retry: false });
  return (
    <p className="title-of voice-text" lang={langOf(data?.language ?? "")}>
      {data?.title ?? (valid ? "" : <span className="voice-ui text-ink-3">{t("agents.idHint")}</span>)}
    </p>
  );
}
