import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { statusQuery } from "@/shared/api/session";
import { type DocumentItem, cancelReading } from "@/shared/documents/queries";
import { useMayEdit } from "@/shared/documents/roles";
import { type Standing as StandingFacts, shareOf, stageText } from "@/shared/documents/stage";
import { formatDay, formatMoment } from "@/shared/lib/format";
import { Icon } from "@/shared/ui/Icon";
import { lazily } from "@/shared/ui/lazily";
import { StageBar } from "@/shared/ui/Spine";

const Failed = lazily(async () => (await import("./Failed")).default);

/** Done is silent: the date. Otherwise how far it is, or what failed with its mend. */
export function Standing({ item, standing }: { item: DocumentItem; standing: StandingFacts }) {
  const { i18n } = useTranslation();
  const { data: status } = useQuery(statusQuery);
  if (standing.state === "failed") return <Failed item={item} standing={standing} />;
  const done = !standing.recognising && (standing.state === "complete" || (standing.state === "searchable" && status?.semantic_progress === null));
  if (done) return <time dateTime={item.added_at} title={formatMoment(item.added_at, i18n.language)}>{formatDay(item.added_at, i18n.language)}</time>;
  return <Working item={item} standing={standing} />;
}

function Working({ item, standing }: { item: DocumentItem; standing: StandingFacts }) {
  const { t } = useTranslation();
  const text = stageText(standing, t);
  const stop = useMutation({ mutationFn: () => cancelReading(item.id) });
  const changeable = useMayEdit(item.collection.id);
  const stoppable = changeable && (standing.recognising || standing.state === "received" || standing.state === "extracting");
  return (
    <span className="working" title={text}>
      {stoppable ? (
        <button type="button" className="btn ghost sm ico stop" tabIndex={-1} aria-label={t("upload.stop", { name: item.file_name })} disabled={stop.isPending} onClick={() => { stop.mutate(); }}>
          <Icon name="close" />
        </button>
      ) : null}
      <StageBar state={standing.recognising ? "extracting" : standing.state} share={shareOf(standing)} text={text} />
    </span>
  );
}
