/** Places that words lead to, as the jump list shows them. Pure. */
import { type Node, walk } from "@/features/reader/outline";
import type { Schemas } from "@/shared/api/client";
import { splitTitle } from "@/shared/documents/heading";
import { langOf } from "@/shared/lib/format";

export interface Place {
  documentId: number;
  hash: string;
  label: string;
  section: string;
  /** `L42` or `L42–65`. */
  lines: string;
  confidence: number;
  /** The document, where it is another than the open one. */
  title: string;
  lang: string | undefined;
}

const MOST_HERE = 5;

const plain = (text: string) => text.normalize("NFKC").toLocaleLowerCase();

function placed(first: number, last: number): Pick<Place, "hash" | "lines"> {
  return last > first ? { hash: `L${String(first)}-${String(last)}`, lines: `L${String(first)}–${String(last)}` } : { hash: `L${String(first)}`, lines: `L${String(first)}` };
}

/** Sections of the open document whose heading has every word, headings that begin so first. */
export function matching(nodes: readonly Node[], words: string, documentId: number, lang: string | undefined): Place[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const start = plain(words).trim();
  const hits = [...walk(nodes)].filter((node) => {
    const name = plain(`${node.label} ${node.title}`);
    return wanted.length > 0 && wanted.every((word) => name.includes(word));
  });
  const early = (node: Node) => (plain(node.title).startsWith(start) || plain(node.label) === start ? 0 : 1);
  return hits
    .sort((a, b) => early(a) - early(b) || a.section.first_line - b.section.first_line)
    .slice(0, MOST_HERE)
    .map((node) => ({
      documentId,
      label: node.label,
      section: node.title,
      ...placed(node.section.first_line, node.section.first_line),
      confidence: node.section.confidence,
      title: "",
      lang,
    }));
}

export function foundPlaces(hits: readonly Schemas["SearchHit"][]): Place[] {
  return hits.map((hit) => {
    const { label, title } = splitTitle(hit.best.section_title ?? "", hit.best.section ?? "");
    return { documentId: hit.document_id, label, section: title, ...placed(hit.best.first_line, hit.best.last_line), confidence: 1, title: hit.title, lang: langOf(hit.language) };
  });
}
