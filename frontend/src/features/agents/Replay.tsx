import { useTranslation } from "react-i18next";
import type { Schemas } from "@/shared/api/client";
import { formatMoment } from "@/shared/lib/format";
import { Icon } from "@/shared/ui/Icon";
import { PaneError } from "@/shared/ui/Notice";
import { Answer } from "./Answer";
import { argumentsText } from "./calls";

/** A call of the log, with the text that the agent was given then. */
export function Replay({ call, error, onClose }: { call: Schemas["AgentCallDetail"] | undefined; error: unknown; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <button type="button" className="btn ghost sm mb-3 -ml-2" onClick={onClose}>
        <Icon name="left" />
        {t("agents.back")}
      </button>
      {error ? <PaneError error={error} /> : null}
      {call ? (
        <>
          <h1 className="replay-title voice-mono">
            {call.tool}({argumentsText(call.arguments)})
          </h1>
          <p className="mt-1 mb-4 text-[13px] text-ink-2">
            {call.token_name ?? t("agents.noToken")}
            <span className="sep">·</span>
            {formatMoment(call.created_at, i18n.language)}
          </p>
          {call.withheld ? (
            <p className="text-ink-2">{t("agents.withheld")}</p>
          ) : (
            <Answer text={call.text} tokens={call.tokens} milliseconds={call.milliseconds} failed={call.is_error} />
          )}
        </>
      ) : null}
    </>
  );
}
