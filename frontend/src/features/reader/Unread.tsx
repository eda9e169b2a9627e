import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useTitle } from "@/shared/lib/title";
import { failureSentence, mayRetry } from "@/shared/api/problem";
import { UnlockForm } from "@/shared/documents/UnlockForm";
import { type DocumentDetail, reindex } from "@/shared/documents/queries";
import { useMayEdit } from "@/shared/documents/roles";
import { shareOf, stageText, standingOf } from "@/shared/documents/stage";
import { langOf } from "@/shared/lib/format";
import { useLiveState } from "@/shared/live/context";
import { Notice } from "@/shared/ui/Notice";
import { StageBar } from "@/shared/ui/Spine";

/** A document that has no text yet, or never will in this shape. */
export function Unread({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  useTitle(document.title);
  const live = useLiveState().documents.get(document.id);
  const standing = standingOf(document, live);
  const changeable = useMayEdit(document.collection.id);
  const again = useMutation({ mutationFn: () => reindex(document.id) });
  const text = stageText(standing, t);
  return (
    <main className="clears-foot flex-1 overflow-auto bg-sheet p-5 sm:p-7">
      <h1 className="doc-title voice-text" lang={langOf(document.language)} dir="auto">{document.title}</h1>
      <div className="mt-5 max-w-[560px]">
        {standing.state === "failed" ? (
          <>
            <Notice kind="fault">{failureSentence(standing.failureCode, standing.failureMessage, t)}</Notice>
            {standing.failureCode === "password-needed" && changeable ? (
              <UnlockForm documentId={document.id} name={document.file_name} />
            ) : (
              <div className="mt-4 flex gap-2">
                {changeable && mayRetry(standing.failureCode) ? (
                  <button type="button" className="btn" disabled={again.isPending} onClick={() => { again.mutate(); }}>
                    {t("library.readAgain")}
                  </button>
                ) : null}
                <a className="btn" href={`/api/v1/documents/${String(document.id)}/original`} download={document.file_name}>
                  {t("reader.download")}
                </a>
              </div>
            )}
          </>
        ) : (
          <p className="flex items-center gap-3 text-ink-2" role="status">
            <StageBar state={standing.state} share={shareOf(standing)} text={text} />
            {text}
          </p>
        )}
      </div>
    </main>
  );
}
