import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Store, useStore } from "@/shared/lib/store";
import type { View } from "./Lines";
import { type Node, nodeAt, pathOf } from "./outline";
import { labelOf } from "./range";

export function useHere(nodes: Node[], view: Store<View>): Node | null {
  const { line } = useStore(view);
  return useMemo(() => nodeAt(nodes, line), [nodes, line]);
}

export function headOf(node: Node): string {
  return node.label ? `${node.label} ${node.title}` : node.title;
}

/** Where the text on the screen stands in the book. */
export function RunningHead({ nodes, view, total, lang, onGo }: { nodes: Node[]; view: Store<View>; total: number; lang: string | undefined; onGo: (line: number) => void }) {
  const { t } = useTranslation();
  const here = useHere(nodes, view);
  const path = pathOf(here);
  return (
    <nav className="run" aria-label={t("reader.place")}>
      <ol className="crumb" lang={lang}>
        {path.map((node) => (
          <li key={node.section.number} className={node === here ? "now" : ""}>
            <button type="button" aria-current={node === here ? "location" : undefined} onClick={() => { onGo(node.section.first_line); }}>
              <bdi>{headOf(node)}</bdi>
            </button>
          </li>
        ))}
      </ol>
      <span className="run-lines">{labelOf(here ? { first: here.section.first_line, last: here.section.last_line } : { first: 1, last: total })}</span>
    </nav>
  );
}
