import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { failureSentence } from "@/shared/api/problem";
import type { DocumentItem } from "@/shared/documents/queries";
import { shapeWords, spineParts } from "@/shared/documents/shape";
import { type Standing, standingOf } from "@/shared/documents/stage";
import { formatBytes, formatNumber, langOf, lengthUnit, typeName } from "@/shared/lib/format";
import { usePhone } from "@/shared/lib/media";
import type { DocumentStatus } from "@/shared/live/messages";
import { Spine } from "@/shared/ui/Spine";
import { Standing as StandingCell } from "./Standing";
import { useHome } from "./useHome";

interface RowProps {
  item: DocumentItem;
  live: DocumentStatus | undefined;
  index: number;
  top: number;
  measure: ((node: HTMLElement | null) => void) | undefined;
  selected: boolean;
  cursor: boolean;
  onSelect: (id: number, index: number, range: boolean) => void;
}

export const Row = memo(function Row({ item, live, index, top, measure, selected, cursor, onSelect }: RowProps) {
  const { t, i18n } = useTranslation();
  const phone = usePhone();
  const standing = standingOf(item, live);
  const words = shapeWords(item, t, standing.state);
  const facts = (
    <>
      {typeName(item.file_type, t("textType"))}
      {item.word_count > 0 ? (
        <>
          <span className="sep">·</span>
          {t(lengthUnit(item.language), { count: item.word_count, formatted: formatNumber(item.word_count, i18n.language) })}
        </>
      ) : null}
      <span className="sep">·</span>
    </>
  );
  return (
    // Selecting a row by pointer is a shortcut; the keyboard has Space on the grid.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={measure}
      id={`entry-${String(item.id)}`}
      data-index={index}
      className={`row ${selected ? "seld" : ""} ${cursor ? "cur" : ""}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      style={{ transform: `translateY(${String(top)}px)` }}
      onClick={(event) => {
        if (event.shiftKey || event.ctrlKey || event.metaKey) {
          event.preventDefault();
          onSelect(item.id, index, event.shiftKey);
        }
      }}
    >
      {phone ? null : (
        <span role="gridcell">
          <input
            type="checkbox"
            className="cb mx-auto"
            tabIndex={-1}
            aria-label={t("library.select", { title: item.title })}
            checked={selected}
            onChange={() => undefined}
            onClick={(event) => {
              event.stopPropagation();
              onSelect(item.id, index, event.shiftKey);
            }}
          />
        </span>
      )}
      <div role="gridcell" className="min-w-0">
        <Link className="row-title voice-text" lang={langOf(item.language)} dir="auto" to="/documents/$documentId" params={{ documentId: String(item.id) }} tabIndex={-1}>
          {item.title}
        </Link>
        <SecondLine item={item} standing={standing} />
      </div>
      <div role="gridcell" className="row-shape">
        <Spine parts={spineParts(item.top_sections)} quality={item.outline_quality} label={words.text} />
        <div className={`spcap ${words.doubt ? "d" : ""}`}>
          <span aria-hidden="true">{words.text}</span>
          {phone ? (
            <span className="spcap-facts">
              {facts}
              <StandingCell item={item} standing={standing} />
            </span>
          ) : null}
        </div>
      </div>
      {phone ? null : (
        <>
          <span role="gridcell" className="row-type">
            {typeName(item.file_type, t("textType"))}
          </span>
          <span role="gridcell" className="row-words">
            {item.word_count > 0 ? formatNumber(item.word_count, i18n.language) : ""}
          </span>
          <span role="gridcell" className="row-state">
            <StandingCell item={item} standing={standing} />
          </span>
        </>
      )}
    </div>
  );
});

/** The first sections; a single one that only says the title again is left out. */
function named(item: DocumentItem): DocumentItem["top_sections"] {
  const [only, second] = item.top_sections;
  if (only && !second && only.title.trim() === item.title.trim()) return [];
  return item.top_sections.slice(0, 8);
}

/** Where it lies and its first sections; before there are any, what is known: why it failed, or the file. */
function SecondLine({ item, standing }: { item: DocumentItem; standing: Standing }) {
  const { t, i18n } = useTranslation();
  const home = useHome()(item);
  const sections = standing.state === "failed" ? [] : named(item);
  const known = () => {
    if (standing.state === "failed") return failureSentence(standing.failureCode, standing.failureMessage, t);
    if (item.line_count === 0) return `${item.file_name}, ${formatBytes(item.size, i18n.language)}`;
    return item.brief || item.section_count > 0 ? item.file_name : t("library.noHeadings");
  };
  return (
    <div className="row-sections" lang={sections.length > 0 ? langOf(item.language) : undefined}>
      {home ? (
        <span className="row-home" lang={i18n.language}>
          {home}
        </span>
      ) : null}
      {home ? <span className="sep">·</span> : null}
      {item.parent ? (
        <span lang={i18n.language}>
          {t("library.partOf", { parent: item.parent.title })}
          <span className="sep">·</span>
        </span>
      ) : null}
      {sections.length === 0 ? known() : null}
      {sections.map((section, position) => (
        <span key={section.number}>
          {position > 0 ? <span className="sep">·</span> : null}
          <bdi>{section.title}</bdi>
        </span>
      ))}
    </div>
  );
}
