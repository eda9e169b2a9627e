import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { FacetPane } from "@/shared/documents/FacetPane";
import { type FacetName, type Filters, countOf } from "@/shared/documents/filters";
import { LONGEST_QUERY } from "@/shared/api/limits";
import { isComposing } from "@/shared/lib/composing";
import { useNarrow, usePhone } from "@/shared/lib/media";
import { usePaced } from "@/shared/lib/paced";
import { useTitle } from "@/shared/lib/title";
import { Dialog } from "@/shared/ui/Dialog";
import { Icon } from "@/shared/ui/Icon";
import { PaneError } from "@/shared/ui/Notice";
import { Hits } from "./Hits";
import { ModeLine } from "./ModeLine";
import "./search.css";

const REST = 40;
const FIRST = 20;
const MOST = 50;
const FACETS: readonly FacetName[] = ["collection", "type", "language", "tag"];

function searchQuery(query: string, filters: Filters, limit: number) {
  const { collection, type, language, tag } = filters;
  return {
    queryKey: ["search", query, { collection, type, language, tag, limit }],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      dataOf(
        api.GET("/api/v1/search", {
          signal,
          params: {
            query: {
              query,
              limit,
              ...(collection?.[0] ? { collection: collection[0] } : {}),
              ...(type ? { type } : {}),
              ...(language ? { language } : {}),
              ...(tag ? { tag } : {}),
            },
          },
        }),
      ),
    enabled: query.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  };
}

/** One collection at a time, as the verb takes it. */
function single(filters: Filters): Filters {
  const last = filters.collection?.at(-1);
  return last ? { ...filters, collection: [last] } : filters;
}

export function SearchPage() {
  const { t } = useTranslation();
  const { q = "", ...filters } = useSearch({ from: "/inside/search" });
  useTitle(q ? `${q} · ${t("nav.search")}` : t("nav.search"));
  const navigate = useNavigate({ from: "/search" });
  const { history } = useRouter();
  const narrow = useNarrow();
  const phone = usePhone();
  const field = useRef<HTMLInputElement>(null);
  const [words, rested, setWords] = usePaced(q, REST);
  const [all, setAll] = useState("");
  const [filtering, setFiltering] = useState(false);
  const found = useQuery(searchQuery(rested, filters, all === rested ? MOST : FIRST));
  const change = (next: Filters) => {
    void navigate({ search: { ...(rested ? { q: rested } : {}), ...single(next) }, replace: true });
  };

  useEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      // Somebody may be on the way to a document already: that must not be called back.
      if (history.location.pathname === "/search") void navigate({ search: ({ q: _, ...before }) => (rested ? { ...before, q: rested } : before), replace: true });
    }, 400);
    return () => {
      clearTimeout(timer);
    };
  }, [rested, navigate, history]);

  const asked = rested.trim() !== "";
  const answer = asked ? found.data : undefined;
  const pane = <FacetPane filters={filters} names={FACETS} counted={false} onChange={change} />;
  const count = countOf(filters);
  return (
    <div className="lib">
      {narrow ? null : (
        <aside className="lib-side quiet-scroll" aria-label={t("library.filters")}>
          {pane}
        </aside>
      )}
      <main className="lib-main quiet-scroll search-main clears-foot">
        <h1 className="sr">{t("nav.search")}</h1>
        <div className="search-head">
          <label className="search-field">
            <Icon name="search" />
            <span className="sr">{t("search.query")}</span>
            <input
              id="search-query"
              ref={field}
              type="search"
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              placeholder={t("search.placeholder")}
              value={words}
              maxLength={LONGEST_QUERY}
              onChange={(event) => {
                setWords(event.target.value, !isComposing(event));
              }}
              onCompositionEnd={(event) => {
                setWords(event.currentTarget.value);
              }}
              onKeyDown={(event) => {
                if (!isComposing(event) && event.key === "ArrowDown") document.querySelector<HTMLElement>(".hit a")?.focus();
              }}
            />
          </label>
          {narrow ? (
            <button type="button" className="btn" aria-pressed={count > 0} onClick={() => { setFiltering(true); }}>
              <Icon name="filter" />
              {count > 0 ? t("library.filterOn", { count }) : t("library.filter")}
            </button>
          ) : null}
        </div>
        {asked && answer ? <ModeLine answer={answer} /> : null}
        {found.isError ? <PaneError error={found.error} retry={() => void found.refetch()} /> : null}
        {asked ? null : <p className="search-hint">{t("search.hint")}</p>}
        {answer ? (
          <Hits results={answer.results} busy={found.isPlaceholderData} />
        ) : null}
        {answer?.more_match && answer.results.length < MOST ? (
          <p className="search-more">
            <button type="button" className="btn" onClick={() => { setAll(rested); }}>
              {t("search.more")}
            </button>
          </p>
        ) : null}
        {answer?.results.length === 0 ? <p className="search-hint">{t("search.none")}</p> : null}
      </main>
      <Dialog open={filtering && narrow} onClose={() => { setFiltering(false); }} label={t("library.filters")} kind={phone ? "sheet" : "sheet left"}>
        <div className="flex-1 overflow-auto p-5">{pane}</div>
        <div className="flex border-t border-rule p-3">
          <button type="button" className="btn pri flex-1" onClick={() => { setFiltering(false); }}>
            {t("close")}
          </button>
        </div>
      </Dialog>
    </div>
  );
}
