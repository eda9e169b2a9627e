import { useMutation } from "@tanstack/react-query";
import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import { failureSentence, failureWord, mayRetry, sentenceOf } from "@/shared/api/problem";
import { UnlockForm } from "@/shared/documents/UnlockForm";
import { type DocumentItem, reindex } from "@/shared/documents/queries";
import { useMayEdit } from "@/shared/documents/roles";
import type { Standing } from "@/shared/documents/stage";
import { Icon } from "@/shared/ui/Icon";

/** What failed, in a word; its sentence and its mend behind it. */
export default function Failed({ item, standing }: { item: DocumentItem; standing: Standing }) {
  const { t } = useTranslation();
  const again = useMutation({ mutationFn: () => reindex(item.id) });
  const changeable = useMayEdit(item.collection.id);
  const locked = standing.failureCode === "password-needed";
  return (
    <Popover.Root>
      <Popover.Trigger className="failed" tabIndex={-1}>
        <Icon name={locked ? "key" : "warn"} />
        {failureWord(standing.failureCode, t)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu mend" align="end" sideOffset={6} aria-label={failureWord(standing.failureCode, t)}>
          <p>{failureSentence(standing.failureCode, standing.failureMessage, t)}</p>
          {!changeable || !mayRetry(standing.failureCode) ? null : locked ? (
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
