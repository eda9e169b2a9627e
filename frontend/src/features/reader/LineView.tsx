import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { type LineKind, type Part, cellsOf, kindOf, marked, partsOf, withListed } from "./markdown";

interface TextProps {
  text: string;
  inCode: boolean;
  rendered: boolean;
  ranges: readonly (readonly number[])[] | undefined;
  lang: string | undefined;
  /** Whether the document holds others, which its lines list. */
  container: boolean;
}

const NONE: readonly (readonly number[])[] = [];

/** The words of one line, set as what the line is. */
export const LineText = memo(function LineText({ text, inCode, rendered, ranges = NONE, lang, container }: TextProps) {
  if (!rendered) return <div className="tx plain voice-mono" lang={lang} dir="auto"><Pieces part={{ text, at: 0, style: "plain" }} ranges={ranges} /></div>;
  const kind = kindOf(text, inCode);
  return <Rendered text={text} kind={kind} ranges={ranges} lang={lang} container={container} />;
});

function Rendered({ text, kind, ranges, lang, container }: Omit<TextProps, "rendered" | "inCode" | "ranges"> & { kind: LineKind; ranges: readonly (readonly number[])[] }) {
  const inline = (from: number) => (container ? withListed(partsOf(text, from)) : partsOf(text, from)).map((part) => <Inline key={part.at} part={part} ranges={ranges} />);
  switch (kind.kind) {
    case "heading":
      return (
        <div className={`tx h h${String(Math.min(kind.level, 4))} voice-text`} lang={lang} dir="auto" role="heading" aria-level={Math.min(6, kind.level + 1)}>
          {inline(kind.from)}
        </div>
      );
    case "item":
      return (
        <div className="tx item voice-text" lang={lang} dir="auto" style={{ paddingInlineStart: `${String(kind.depth * 1.4 + 1.5)}em` }}>
          <span className="marker" aria-hidden="true">
            {kind.marker}
          </span>
          {inline(kind.from)}
        </div>
      );
    case "quote":
      return (
        <div className="tx quote voice-text" lang={lang} dir="auto">
          {inline(kind.from)}
        </div>
      );
    case "fence":
      return <div className="tx fence voice-mono">{text.trim()}</div>;
    case "code":
      return (
        <div className="tx code voice-mono" dir="auto">
          <Pieces part={{ text, at: 0, style: "plain" }} ranges={ranges} />
        </div>
      );
    case "rule":
    case "divider":
      return <div className="tx rule" />;
    case "row":
      return (
        <div className="tx cells voice-text" lang={lang} dir="auto">
          {cellsOf(text).map((cell) => (
            <span key={cell.at} className="cell" dir="auto">
              {partsOf(text.slice(0, cell.at + cell.text.length), cell.at).map((part) => (
                <Inline key={part.at} part={part} ranges={ranges} />
              ))}
            </span>
          ))}
        </div>
      );
    case "blank":
      return <div className="tx" />;
    case "text":
      return (
        <div className="tx voice-text" lang={lang} dir="auto">
          {inline(kind.from)}
        </div>
      );
  }
}

function Pieces({ part, ranges }: { part: Part; ranges: readonly (readonly number[])[] }) {
  return marked(part, ranges).map((piece, index) => (piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text));
}

function Inline({ part, ranges }: { part: Part; ranges: readonly (readonly number[])[] }) {
  const inner = <Pieces part={part} ranges={ranges} />;
  if (part.style === "strong") return <strong>{inner}</strong>;
  if (part.style === "em") return <em>{inner}</em>;
  if (part.style === "note") return <sup>{inner}</sup>;
  if (part.style === "code") return <code className="voice-mono">{inner}</code>;
  if (part.style === "part")
    return (
      <Link className="link" to="/documents/$documentId" params={{ documentId: part.document ?? "" }}>
        {inner}
      </Link>
    );
  if (part.style === "link")
    return (
      <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {inner}
      </a>
    );
  return inner;
}

/** What stands between two lines: a page turn, or pages that gave no text. */
export function Between({ page, missing, onShow }: { page: number; missing: string; onShow: (page: number) => void }) {
  const { t } = useTranslation();
  return (
    <>
      {missing ? (
        <button type="button" className="gap-line" onClick={() => { onShow(Number(/\d+/.exec(missing)?.[0] ?? page)); }}>
          <span className="hatch" aria-hidden="true" />
          {t("reader.gap", { pages: missing, count: /^\d+$/.test(missing) ? 1 : 2 })}
        </button>
      ) : null}
      <div className="pb">{t("reader.page", { page })}</div>
    </>
  );
}
