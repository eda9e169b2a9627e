import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { sentenceOf } from "@/shared/api/problem";
import { formatDay } from "@/shared/lib/format";
import { Dialog } from "@/shared/ui/Dialog";
import { Notice, PaneError } from "@/shared/ui/Notice";

type Token = Schemas["TokenItem"];

export function TokenTable() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [ending, end] = useState<Token | null>(null);
  const tokens = useQuery({ queryKey: ["tokens"], queryFn: () => dataOf(api.GET("/api/v1/tokens")) });
  const revoke = useMutation({
    mutationFn: (id: number) => api.DELETE("/api/v1/tokens/{token_id}", { params: { path: { token_id: id } } }),
    onSuccess: () => {
      end(null);
      void queries.invalidateQueries({ queryKey: ["tokens"] });
    },
  });
  const live = tokens.data?.filter((token) => token.revoked_at === null) ?? [];
  if (tokens.isError) return <PaneError error={tokens.error} retry={() => void tokens.refetch()} />;
  if (live.length === 0) return null;
  const day = (iso: string | null, otherwise: string) => (iso ? formatDay(iso, i18n.language) : otherwise);
  return (
    <section className="tokens" aria-label={t("connect.tokens")}>
      <h2>{t("connect.tokens")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("connect.name")}</th>
            <th scope="col">{t("connect.scope")}</th>
            <th scope="col">{t("connect.used")}</th>
            <th scope="col">{t("connect.expiry")}</th>
            <th scope="col">
              <span className="sr">{t("connect.revoke")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {live.map((token) => (
            <tr key={token.id}>
              <td>
                {token.name} <span className="voice-mono text-ink-3">{token.start}…</span>
              </td>
              <td>{t(`connect.scopes.${token.scopes.includes("write") ? "write" : "read"}`)}</td>
              <td>{day(token.last_used_at, t("connect.never"))}</td>
              <td>{day(token.expires_at, t("connect.expiries.never"))}</td>
              <td className="text-right">
                <button type="button" className="btn ghost sm" onClick={() => { end(token); }}>
                  {t("connect.revoke")}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Dialog open={ending !== null} onClose={() => { end(null); }} label={t("connect.revokeQuestion", { name: ending?.name ?? "" })}>
        <h2>{t("connect.revokeQuestion", { name: ending?.name ?? "" })}</h2>
        <p className="mt-2 text-ink-2">{t("connect.revokeText")}</p>
        {revoke.isError ? (
          <div className="mt-3">
            <Notice kind="fault" fresh>
              {sentenceOf(revoke.error, t)}
            </Notice>
          </div>
        ) : null}
        <div className="mt-5 flex justify-end gap-2">
          <button type="button" className="btn" onClick={() => { end(null); }}>
            {t("cancel")}
          </button>
          <button type="button" className="btn danger" disabled={revoke.isPending} onClick={() => { if (ending) revoke.mutate(ending.id); }}>
            {t("connect.revoke")}
          </button>
        </div>
      </Dialog>
    </section>
  );
}
