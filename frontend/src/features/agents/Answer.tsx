import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/shared/lib/format";

interface AnswerProps {
  text: string;
  /** Unknown of what never reached a verb. */
  tokens?: number;
  milliseconds?: number;
  failed: boolean;
  budget?: number | undefined;
}

/** The exact text an agent gets, with what it costs. */
export function Answer({ text, tokens, milliseconds, failed, budget }: AnswerProps) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <>
      <div className="answer-head">
        {tokens === undefined ? null : <TokenMeter tokens={tokens} budget={budget} />}
        {milliseconds === undefined ? null : <span className="text-ink-3">{t("agents.milliseconds", { formatted: number(Math.round(milliseconds)) })}</span>}
        {failed ? <span className="text-fault font-[550]">{t("agents.failed")}</span> : null}
      </div>
      {/* A scrolling region has to be reachable by keys. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="answer voice-mono quiet-scroll" tabIndex={0} aria-label={t("agents.answer")}>
        {text}
      </pre>
    </>
  );
}

const CEILING = 20_000;

export function TokenMeter({ tokens, budget }: { tokens: number; budget?: number | undefined }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const most = budget ?? CEILING;
  const scale = Math.max(most, tokens) * (budget ? 1.1 : 1);
  const label = budget ? t("agents.ofBudget", { tokens: number(tokens), budget: number(budget) }) : t("tokens", { count: tokens, formatted: number(tokens) });
  return (
    <span className="meter-set">
      <b>{label}</b>
      <span
        className="meter"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(tokens, most)}
        style={{ "--p": `${String((tokens / scale) * 100)}%`, "--tick": budget ? `${String((budget / scale) * 100)}%` : "100%" } as CSSProperties}
      />
    </span>
  );
}
