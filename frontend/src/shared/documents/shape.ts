/** The shape of a document: the parts of its spine and the words below it. Pure. */
import type { TFunction } from "i18next";
import type { Quality, SpinePart } from "@/shared/ui/Spine";
import type { DocumentItem } from "./queries";

interface Part {
  first_line: number;
  last_line: number;
}

/** More parts than these would be thinner than what separates them. */
const MOST_PARTS = 28;

/** The sections as parts of a bar; where there are too many, small ones are drawn as one with what follows. */
export function spineParts(sections: readonly Part[]): SpinePart[] {
  const parts = sections.map((section) => ({ lines: Math.max(1, section.last_line - section.first_line + 1) }));
  if (parts.length <= MOST_PARTS) return parts;
  const least = parts.reduce((sum, { lines }) => sum + lines, 0) / MOST_PARTS;
  const merged: { lines: number }[] = [];
  for (const { lines } of parts) {
    const before = merged.at(-1);
    if (before && before.lines < least) before.lines += lines;
    else merged.push({ lines });
  }
  const last = merged.at(-1);
  if (last && last.lines < least && merged.length > 1) {
    merged.pop();
    (merged.at(-1) ?? last).lines += last.lines;
  }
  return merged;
}

export interface ShapeWords {
  text: string;
  doubt: boolean;
}

const DOUBTFUL = 0.5;

/** Short for a row: what is wrong first, else how many sections. */
export function shapeWords(item: DocumentItem, t: TFunction, state: string = item.state): ShapeWords {
  const quality: Quality = item.outline_quality;
  if (item.line_count === 0 && state === "failed") return { text: t("shape.unread"), doubt: false };
  if (item.line_count === 0) return { text: t("shape.notYet"), doubt: false };
  if (!item.coverage_complete) return { text: t("shape.pagesMissing"), doubt: true };
  if (quality === "none") return { text: item.brief ? t("shape.brief") : t("shape.none"), doubt: false };
  const doubtful = item.top_sections.filter((section) => section.confidence < DOUBTFUL).length;
  if (quality === "low") return { text: t("shape.doubtful", { count: doubtful || item.section_count }), doubt: true };
  return { text: t("shape.sections", { count: item.section_count }), doubt: false };
}
