import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Schemas } from "@/shared/api/client";
import { splitTitle } from "@/shared/documents/heading";
import { useCollectionName } from "@/shared/documents/useCollectionName";
import { formatNumber, langOf, lengthUnit, typeName } from "@/shared/lib/format";
import { Marked } from "@/shared/ui/Marked";
import { Leader } from "@/shared/ui/Spine";

type SearchHit = Schemas["SearchHit"];
type Spot = Schemas["Spot"];

const MORE = 3;

export function Hit({ hit }: { hit: SearchHit }) {
  const { t, i18n } = useTranslation();
  const nameOf = useCollectionName();
  const lang = langOf(hit.language);
  const params = { documentId: String(hit.document_id) };
  const paths = hit.found_by.map((path) => t(`search.${path}`)).join(" + ");
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <li className="hit">
      <span className="hit-rank" aria-hidden="true">
        {hit.rank}
      </span>
      <div className="min-w-0">
        <div className="hit-head">
          <h2 className="voice-text" lang={lang} dir="auto">
            <Link to="/documents/$documentId" params={params} hash={hashOf(hit.best)}>
              {hit.title}
            </Link>
          </h2>
          <span className="hit-path">{paths}</span>
        </div>
        <Place spot={hit.best} params={params} lang={lang} />
        {hit.snippet ? (
          <p className="hit-snippet voice-text" lang={lang} dir="auto">
            <Marked text={hit.snippet} ranges={hit.highlights} />
          </p>
        ) : null}
        {hit.more.length > 0 ? (
          <p className="hit-more">
            {t("search.also")}
            {hit.more.slice(0, MORE).map((spot) => (
              <Link key={spot.first_line} to="/documents/$documentId" params={params} hash={hashOf(spot)}>
                {linesOf(spot)}
              </Link>
            ))}
          </p>
        ) : null}
        <p className="hit-facts">
          {typeName(hit.file_type, t("textType"))}
          <span className="sep">·</span>
          {t(lengthUnit(hit.language), { count: hit.word_count, formatted: number(hit.word_count) })}
          <span className="sep">·</span>
          {nameOf(hit.collection)}
          {hit.note ? <span className="text-doubt"> · {t("shape.pagesMissing")}</span> : null}
        </p>
      </div>
    </li>
  );
}

function hashOf(spot: Spot): string {
  return spot.last_line > spot.first_line ? `L${String(spot.first_line)}-${String(spot.last_line)}` : `L${String(spot.first_line)}`;
}

function linesOf({ first_line, last_line }: Spot): string {
  return last_line > first_line ? `L${String(first_line)}–${String(last_line)}` : `L${String(first_line)}`;
}

function Place({ spot, params, lang }: { spot: Spot; params: { documentId: string }; lang: string | undefined }) {
  const { t } = useTranslation();
  const { label, title } = splitTitle(spot.section_title ?? "", spot.section ?? "");
  return (
    <Link className="hit-place" to="/documents/$documentId" params={params} hash={hashOf(spot)}>
      {label ? <span className="hit-number">{label}</span> : null}
      <span className="hit-section" lang={title ? lang : undefined} dir="auto">
        {title || t("search.beginning")}
      </span>
      <Leader />
      <span className="hit-lines">{linesOf(spot)}</span>
    </Link>
  );
}
