import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { formatDay, formatNumber } from "@/shared/lib/format";
import { PaneError } from "@/shared/ui/Notice";
import { clientMark } from "./clients";
import { useCollectionName } from "@/shared/documents/useCollectionName";
import { limitWords } from "./limits";
import { Revoke, type Token } from "./Revoke";

/** What lets in: the tokens that one made, and those of programs that one let in through the browser. */
export function TokenTable() {
  const { t, i18n } = useTranslation();
  const nameOf = useCollectionName();
  const [ending, end] = useState<Token | null>(null);
  const tokens = useQuery({ queryKey: ["tokens"], queryFn: () => dataOf(api.GET("/api/v1/tokens")) });
  if (tokens.isError) return <PaneError error={tokens.error} retry={() => void tokens.refetch()} />;
  const live = tokens.data?.filter((token) => token.revoked_at === null) ?? [];
  const own = live.filter((token) => token.client === null);
  const programs = live.filter((token) => token.client !== null);
  const day = (iso: string | null, otherwise: string) => (iso ? formatDay(iso, i18n.language) : otherwise);
  const limits = (token: Token) => limitWords(token, t, { number: (value) => formatNumber(value, i18n.language), nameOf }).join(" · ");
  const scope = (token: Token) => t(`connect.scopes.${token.scopes.includes("write") ? "write" : "read"}`);
  return (
    <>
      <Table title={t("connect.own")} columns={[t("connect.name"), t("connect.scope"), t("connect.used"), t("connect.expiry")]} tokens={own} onEnd={end}>
        {(token) => [
          <Named name={token.name} mark={`${token.start}…`} more={limits(token)} />,
          scope(token),
          day(token.last_used_at, t("connect.never")),
          day(token.expires_at, t("connect.expiries.never")),
        ]}
      </Table>
      <Table title={t("connect.programs")} text={t("connect.programsText")} columns={[t("connect.program"), t("connect.scope"), t("connect.used"), t("connect.since")]} tokens={programs} onEnd={end}>
        {(token) => [
          <Named name={token.name} mark={clientMark(token.client ?? "")} more={limits(token)} />,
          scope(token),
          day(token.last_used_at, t("connect.never")),
          day(token.created_at, ""),
        ]}
      </Table>
      <Revoke token={ending} onClose={() => { end(null); }} />
    </>
  );
}

function Named({ name, mark, more }: { name: string; mark: string; more: string }) {
  return (
    <>
      {name} <span className="voice-mono text-ink-3">{mark}</span>
      {more ? <span className="token-more">{more}</span> : null}
    </>
  );
}

interface TableProps {
  title: string;
  text?: string;
  columns: readonly string[];
  tokens: readonly Token[];
  onEnd: (token: Token) => void;
  children: (token: Token) => ReactNode[];
}

function Table({ title, text, columns, tokens, onEnd, children }: TableProps) {
  const { t } = useTranslation();
  if (tokens.length === 0) return null;
  return (
    <section className="tokens" aria-label={title}>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{t("connect.revoke")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              {children(token).map((cell, index) => (
                <td key={columns[index]} data-label={index > 0 ? columns[index] : undefined}>
                  {cell}
                </td>
              ))}
              <td className="text-right">
                <button type="button" className="btn ghost sm" onClick={() => { onEnd(token); }}>
                  {t("connect.revoke")}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
