import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { collectionsQuery } from "@/shared/api/session";
import type { DocumentDetail } from "@/shared/documents/queries";
import { langOf } from "@/shared/lib/format";
import { Notice } from "@/shared/ui/Notice";

/** What was being read went away: it was deleted, or its collection is no longer shared with whoever reads. */
export function Gone({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const collections = useQuery({ ...collectionsQuery, refetchOnMount: "always" });
  useEffect(() => {
    window.document.title = "Mokuji";
  }, []);
  if (!collections.isFetchedAfterMount) return <main className="flex-1 bg-sheet" aria-busy="true" />;
  const visible = collections.data?.some((each) => each.id === document.collection.id);
  return (
    <main className="clears-foot flex-1 overflow-auto bg-sheet p-5 sm:p-7">
      <h1 className="doc-title voice-text" lang={langOf(document.language)}>
        {document.title}
      </h1>
      <div className="mt-5 max-w-[560px]">
        <Notice kind="doubt" fresh>
          <span>{visible ? t("reader.deleted") : t("reader.unshared")}</span>{" "}
          <Link className="link" to="/">
            {t("missing.library")}
          </Link>
        </Notice>
      </div>
    </main>
  );
}
