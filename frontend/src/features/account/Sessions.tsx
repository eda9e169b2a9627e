import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { sentenceOf } from "@/shared/api/problem";
import { formatMoment } from "@/shared/lib/format";
import { Notice, PaneError } from "@/shared/ui/Notice";
import { toast } from "@/shared/ui/toast";
import { agentName } from "./agent";

type Session = Schemas["SessionItem"];

const sessionsKey = ["sessions"];

/** Where one is signed in, this browser first; any of the others is ended here. */
export function Sessions() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: () => dataOf(api.GET("/api/v1/account/sessions")) });
  const again = () => queries.invalidateQueries({ queryKey: sessionsKey });
  const end = useMutation({
    mutationFn: (id: number) => api.DELETE("/api/v1/account/sessions/{session_id}", { params: { path: { session_id: id } } }),
    onSettled: again,
  });
  const endOthers = useMutation({
    mutationFn: () => api.DELETE("/api/v1/account/sessions"),
    onSuccess: () => { toast(t("account.othersEnded")); },
    onSettled: again,
  });
  const error = end.error ?? endOthers.error;
  const listed = [...(sessions.data ?? [])].sort((one, other) => Number(other.current) - Number(one.current));
  return (
    <section className="mt-[28px]" aria-label={t("account.sessions")}>
      <h2 className="font-[550]">{t("account.sessions")}</h2>
      {sessions.isError ? <PaneError error={sessions.error} retry={() => void sessions.refetch()} /> : null}
      <ul className="mt-2">
        {listed.map((session) => (
          <SessionRow key={session.id} session={session} busy={end.isPending} end={() => { end.mutate(session.id); }} />
        ))}
      </ul>
      {error ? (
        <Notice kind="fault" fresh>
          {sentenceOf(error, t)}
        </Notice>
      ) : null}
      {listed.length > 1 ? (
        <button type="button" className="btn mt-3" disabled={endOthers.isPending} onClick={() => { endOthers.mutate(); }}>
          {t("account.endOthers")}
        </button>
      ) : null}
    </section>
  );
}

function SessionRow({ session, busy, end }: { session: Session; busy: boolean; end: () => void }) {
  const { t, i18n } = useTranslation();
  const name = agentName(session.agent) || t("account.unknownBrowser");
  const since = t("account.since", { when: formatMoment(session.created_at, i18n.language) });
  return (
    <li className="flex min-h-[46px] items-center gap-3 border-t border-rule py-[6px]">
      <div className="min-w-0 flex-1">
        <p title={session.agent}>
          {name}
          {session.current ? <span className="ml-2 text-[13px] font-[550]">{t("account.thisBrowser")}</span> : null}
        </p>
        <p className="text-[13px] text-ink-3">{[session.address, since].filter(Boolean).join(" · ")}</p>
      </div>
      {session.current ? null : (
        <button type="button" className="btn ghost sm" disabled={busy} aria-label={t("account.endNamed", { name })} onClick={end}>
          {t("account.end")}
        </button>
      )}
    </li>
  );
}
