import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { usePhone } from "@/shared/lib/media";
import { useTitle } from "@/shared/lib/title";
import { CallLog } from "./CallLog";
import { Replay } from "./Replay";
import { Try } from "./Try";
import "./agents.css";

/** What the agent sees: the verbs with their exact text and cost, and the log of what agents asked. */
export function AgentsPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: "/inside/agents" });
  const navigate = useNavigate({ from: "/agents" });
  const phone = usePhone();
  useTitle(t("nav.agents"));
  const [tab, setTab] = useState<"try" | "calls">("try");
  const call = useQuery({
    queryKey: ["call", search.call],
    queryFn: () => dataOf(api.GET("/api/v1/calls/{call_id}", { params: { path: { call_id: search.call ?? 0 } } })),
    enabled: search.call !== undefined,
    staleTime: Infinity,
  });
  const open = (id: number | undefined) => {
    void navigate({ search: ({ call: _, ...before }) => (id === undefined ? before : { ...before, call: id }) });
  };
  const replaying = search.call !== undefined;
  const showTry = !phone || tab === "try" || replaying;
  return (
    <main className="agents">
      {phone && !replaying ? (
        <div className="agents-tabs seg" role="group" aria-label={t("agents.title")}>
          <button type="button" aria-pressed={tab === "try"} onClick={() => { setTab("try"); }}>
            {t("agents.try")}
          </button>
          <button type="button" aria-pressed={tab === "calls"} onClick={() => { setTab("calls"); }}>
            {t("agents.calls")}
          </button>
        </div>
      ) : null}
      {showTry ? (
        <section className="agents-try clears-foot" aria-label={t("agents.title")}>
          {replaying ? (
            <Replay call={call.data} error={call.error} onClose={() => { open(undefined); }} />
          ) : (
            <>
              <h1 className="page-title">{t("agents.title")}</h1>
              <p className="mt-1 mb-4 text-ink-2">{t("agents.text")}</p>
              <Try key={`${search.verb ?? ""}${String(search.document ?? "")}.${String(search.first ?? "")}`} verb={search.verb ?? "search"} document={search.document} lines={search.first === undefined ? undefined : { first: search.first, last: Math.max(search.first, search.last ?? search.first) }} />
            </>
          )}
        </section>
      ) : null}
      {!phone || (tab === "calls" && !replaying) ? <CallLog opened={search.call} onOpen={open} /> : null}
    </main>
  );
}
