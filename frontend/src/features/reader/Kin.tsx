import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import type { DocumentDetail } from "@/shared/documents/queries";
import { formatNumber, langOf } from "@/shared/lib/format";
import "./kin.css";

const SHOWN = 200;

const partsQuery = (id: number) =>
  queryOptions({
    queryKey: ["documents", { parent: id }],
    queryFn: () => dataOf(api.GET("/api/v1/documents", { params: { query: { parent: [id], sort: "title", limit: SHOWN } } })),
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });

/** Where a document lies when it is a part of an archive or a mail, and what lies in it when it is one. */
export function Kin({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const { parent } = document;
  return (
    <>
      {parent ? (
        <p className="doc-facts kin-parent">
          {t("reader.partOf")}{" "}
          <Link className="link" to="/documents/$documentId" params={{ documentId: String(parent.id) }}>
            {parent.title}
          </Link>
          <span className="sep">·</span>
          {document.part}
        </p>
      ) : null}
      {document.part_count > 0 ? <Parts document={document} /> : null}
    </>
  );
}

function Parts({ document }: { document: DocumentDetail }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(partsQuery(document.id));
  const count = data?.total ?? document.part_count;
  const rest = data ? data.total - data.items.length : 0;
  return (
    <details className="kin-parts">
      <summary>{t("reader.parts", { count, formatted: formatNumber(count, i18n.language) })}</summary>
      <ul>
        {data?.items.map((item) => (
          <li key={item.id}>
            <Link className="link" to="/documents/$documentId" params={{ documentId: String(item.id) }} lang={langOf(item.language)} dir="auto" title={item.part}>
              {item.title}
            </Link>
          </li>
        ))}
        {rest > 0 ? <li>{t("reader.moreParts", { count: rest, formatted: formatNumber(rest, i18n.language) })}</li> : null}
      </ul>
    </details>
  );
}
