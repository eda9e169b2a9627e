import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { documentQuery } from "@/shared/documents/queries";
import { ApiProblem } from "@/shared/api/problem";
import { Nowhere } from "@/shared/ui/Nowhere";
import { PaneError } from "@/shared/ui/Notice";
import { Gone } from "./Gone";
import { outlineQuery } from "./queries";
import { Reader } from "./Reader";
import { Unread } from "./Unread";
import "./reader.css";

export function ReaderPage() {
  const { t } = useTranslation();
  const { documentId } = useParams({ from: "/inside/documents/$documentId" });
  const id = Number(documentId);
  const document_ = useQuery(documentQuery(id));
  const outline = useQuery({ ...outlineQuery(id), enabled: (document_.data?.revision ?? null) !== null });
  const error = document_.error ?? outline.error;
  const gone = error instanceof ApiProblem && error.status === 404;
  if (gone && document_.data) return <Gone document={document_.data} />;
  // What is on the screen stays there when it could not be asked for again.
  if (error && (gone || !document_.data || !outline.data)) {
    if (gone) return <Nowhere title={t("missing.document")} text={t("missing.documentText")} />;
    return (
      <main className="flex-1 bg-sheet">
        <PaneError error={error} retry={() => { void document_.refetch(); void outline.refetch(); }} />
      </main>
    );
  }
  if (!document_.data) return <main className="flex-1 bg-sheet" aria-busy="true" />;
  if (document_.data.revision === null || document_.data.line_count === 0) return <Unread document={document_.data} />;
  if (!outline.data) return <main className="flex-1 bg-sheet" aria-busy="true" />;
  return <Reader key={`${String(id)}.${String(document_.data.revision)}`} document={document_.data} outline={outline.data} />;
}
