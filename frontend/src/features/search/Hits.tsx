import { memo, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "@/shared/api/client";
import { Hit } from "./Hit";

type SearchHit = Schemas["SearchHit"];

/** What a tall window shows; the rest is drawn a moment later, when nothing more urgent waits. */
const AT_ONCE = 8;

const KeptHit = memo(Hit);

/** The found documents, best first. What did not change from one letter to the next is not drawn again. */
export const Hits = memo(function Hits({ results, busy }: { results: readonly SearchHit[]; busy: boolean }) {
  const { t } = useTranslation();
  const later = useDeferredValue(results);
  const first = results.slice(0, AT_ONCE);
  const shown = new Set(first.map((hit) => hit.document_id));
  const rest = later.slice(AT_ONCE).filter((hit) => !shown.has(hit.document_id));
  return (
    <ol className="hits" aria-label={t("search.results")} aria-busy={busy}>
      {[...first, ...rest].map((hit) => (
        <KeptHit key={hit.document_id} hit={hit} />
      ))}
    </ol>
  );
});
