import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { collectionsQuery } from "@/shared/api/session";
import { useCollectionName } from "@/shared/documents/useCollectionName";
import { type Limits, TOOLS, switched } from "./limits";

/** What a new token is limited to: nothing, until something is chosen. */
export default function TokenLimits({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  const { t } = useTranslation();
  const { data: collections } = useQuery(collectionsQuery);
  const nameOf = useCollectionName();
  const amount = (name: "callsPerMinute" | "tokensPerDay", most: number) => (
    <label className="labelled">
      {t(`connect.${name}`)}
      <input className="field" type="number" inputMode="numeric" min={1} max={most} step={1} placeholder={t("connect.noLimit")} value={limits[name]} onChange={(event) => { onChange({ ...limits, [name]: event.target.value }); }} />
    </label>
  );
  return (
    <div className="limits">
      <p className="limits-note">{t("connect.limitsNone")}</p>
      {collections && collections.length > 0 ? (
        <fieldset>
          <legend>{t("connect.limitCollections")}</legend>
          <div className="limits-choices">
            {collections.map((each) => (
              <label key={each.id}>
                <input type="checkbox" className="cb" checked={limits.collections.includes(String(each.id))} onChange={(event) => { onChange({ ...limits, collections: switched(limits.collections, String(each.id), event.target.checked) }); }} />
                {nameOf(each)}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <fieldset>
        <legend>{t("connect.limitTools")}</legend>
        <div className="limits-choices">
          {TOOLS.map((each) => (
            <label key={each} className="voice-mono">
              <input type="checkbox" className="cb" checked={limits.tools.includes(each)} onChange={(event) => { onChange({ ...limits, tools: switched(limits.tools, each, event.target.checked) }); }} />
              {each}
            </label>
          ))}
        </div>
        {limits.tools.length > 0 ? <p className="limits-note">{t("connect.toolsClose")}</p> : null}
      </fieldset>
      <div className="limits-amounts">
        {amount("callsPerMinute", 100_000)}
        {amount("tokensPerDay", 2_000_000_000)}
      </div>
    </div>
  );
}
