import { useMutation, useQuery } from "@tanstack/react-query";
import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import { failureSentence, failureWord, sentenceOf } from "@/shared/api/problem";
import { statusQuery } from "@/shared/api/session";
import { UnlockForm } from "@/shared/documents/UnlockForm";
import { type DocumentItem, cancelReading, reindex } from "@/shared/documents/queries";
import { type Standing as StandingFacts, shareOf, stageText } from "@/shared/documents/stage";
import { formatDay, formatMoment } from "@/shared/lib/format";
import { Icon } from "@/shared/ui/Icon";
import { StageBar } from "@/shared/ui/Spine";

/** Done is silent: the date. Otherwise how far it is, or what failed with its mend. */
export function Standing({ item, standing }: { item: DocumentItem; standing: StandingFacts }) {
  const { i18n } = useTranslation();
  const { data: status } = useQuery(statusQuery);
  if (standing.state === "failed") return <Failed item={item} standing={standing} />;
  const done = standing.state === "complete" || (standing.state === "searchable" && status?.semantic_progress === null);
  if (done) return <time dateTime={item.added_at} title={formatMoment(item.added_at, i18n.language)}>{formatDay(item.added_at, i18n.language)}</time>;
  return <Working item={item} standing={standing} />;
}

function Working({ item, standing }: { item: DocumentItem; standing: StandingFacts }) {
  const { t } = useTranslation();
  const text = stageText(standing, t);
  const stop = useMutation({ mutationFn: () => cancelReading(item.id) });
  const stoppable = standing.state === "received" || standing.state === "extracting";
  return (
    <span className="working" title={text}>
      {stoppable ? (
        <button type="button" className="btn ghost sm ico stop" tabIndex={-1} aria-label={t("upload.stop", { name: item.file_name })} disabled={stop.isPending} onClick={() => { stop.mutate(); }}>
          <Icon name="close" />
        </button>
      ) : null}
      <StageBar state={standing.state} share={shareOf(standing)} text={text} />
    </span>
  );
}

function Failed({ item, standing }: { item: DocumentItem; standing: StandingFacts }) {
  const { t } = useTranslation();
  const again = useMutation({ mutationFn: () => reindex(item.id) });
  const locked = standing.failureCode === "password-needed";
  return (
    <Popover.Root>
      <Popover.Trigger className="failed">
        <Icon name={locked ? "key" : "warn"} />
        {failureWord(standing.failureCode, t)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu mend" align="end" sideOffset={6} aria-label={failureWord(standing.failureCode, t)}>
          <p>{failureSentence(standing.failureCode, standing.failureMessage, t)}</p>
          {locked ? (
            <UnlockForm documentId={item.id} name={item.file_name} />
          ) : (
            <div className="mt-3 flex justify-end">
              <button type="button" className="btn" disabled={again.isPending} onClick={() => { again.mutate(); }}>
                <Icon name="retry" />
                {t("library.readAgain")}
              </button>
            </div>
          )}
          {again.isError ? <p className="text-fault">{sentenceOf(again.error, t)}</p> : null}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
