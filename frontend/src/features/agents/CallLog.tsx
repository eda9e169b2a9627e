import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { formatNumber, formatTime } from "@/shared/lib/format";
import { useCallsInterval } from "@/shared/live/context";
import { PaneError } from "@/shared/ui/Notice";
import { type Call, argumentsText, runsOf } from "./calls";

const AT_TOP = 40;

/** What agents asked, live. While the list is scrolled, new calls wait behind their number. */
export function CallLog({ opened, onOpen }: { opened: number | undefined; onOpen: (id: number) => void }) {
  const { t, i18n } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [token, setToken] = useState<number | undefined>(undefined);
  const [held, hold] = useState<number | null>(null);
  const refetchInterval = useCallsInterval();
  const { data: tokens } = useQuery({ queryKey: ["tokens"], queryFn: () => dataOf(api.GET("/api/v1/tokens")) });
  const log = useInfiniteQuery({
    queryKey: ["calls", token],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET("/api/v1/calls", { params: { query: { limit: 100, ...(pageParam ? { cursor: pageParam } : {}), ...(token === undefined ? {} : { token_id: token }) } } })),
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval,
  });
  const calls = log.data?.pages.flatMap((page) => page.items) ?? [];
  const fresh = held === null ? 0 : calls.filter((call) => call.id > held).length;
  const runs = runsOf(held === null ? calls : calls.filter((call) => call.id <= held));
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <section className="log" aria-label={t("agents.calls")}>
      <header className="log-head">
        <h2>{t("agents.calls")}</h2>
        <span className="live-word">{t("agents.live")}</span>
        <select className="field log-token" aria-label={t("agents.token")} value={token ?? ""} onChange={(event) => { setToken(event.target.value === "" ? undefined : Number(event.target.value)); }}>
          <option value="">{t("agents.allTokens")}</option>
          {tokens?.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </header>
      {log.isError ? <PaneError error={log.error} retry={() => void log.refetch()} /> : null}
      {fresh > 0 ? (
        <button type="button" className="btn sm log-new" onClick={() => { hold(null); scroller.current?.scrollTo({ top: 0 }); }}>
          {t("agents.new", { count: fresh })}
        </button>
      ) : null}
      <div
        ref={scroller}
        className="log-scroll quiet-scroll clears-foot"
        onScroll={(event) => {
          const scrolled = event.currentTarget.scrollTop > AT_TOP;
          if (scrolled && held === null) hold(calls[0]?.id ?? 0);
          if (!scrolled && held !== null) hold(null);
        }}
      >
        {log.isSuccess && calls.length === 0 ? <p className="p-5 text-ink-2">{t("agents.none")}</p> : null}
        {runs.map((run) => (
          <div key={run.calls.at(-1)?.id} className={`run-of-calls ${run.calls.length > 1 ? "joined" : ""}`}>
            <p className="run-sum">
              {run.calls[0]?.token_name ?? t("agents.noToken")}
              {run.calls.length > 1 ? (
                <>
                  <span className="sep">·</span>
                  {t("agents.sum", { count: run.calls.length, formatted: number(run.tokens) })}
                </>
              ) : null}
            </p>
            {run.calls.map((call) => (
              <CallRow key={call.id} call={call} open={call.id === opened} onOpen={onOpen} />
            ))}
          </div>
        ))}
        {log.hasNextPage ? (
          <button type="button" className="btn sm m-4" onClick={() => void log.fetchNextPage()}>
            {t("agents.older")}
          </button>
        ) : null}
      </div>
    </section>
  );
}

function CallRow({ call, open, onOpen }: { call: Call; open: boolean; onOpen: (id: number) => void }) {
  const { t, i18n } = useTranslation();
  return (
    <button type="button" className={`call ${open ? "open" : ""} ${call.is_error ? "bad" : ""}`} aria-pressed={open} onClick={() => { onOpen(call.id); }}>
      <time dateTime={call.created_at}>{formatTime(call.created_at, i18n.language)}</time>
      <span className="call-what voice-mono">
        <b>{call.tool}</b> {argumentsText(call.arguments)}
      </span>
      <span className="call-tokens">{call.is_error ? t("agents.failed") : t("tokens", { count: call.tokens, formatted: formatNumber(call.tokens, i18n.language) })}</span>
      <span className="call-ms">{t("agents.milliseconds", { formatted: formatNumber(call.milliseconds, i18n.language) })}</span>
    </button>
  );
}
