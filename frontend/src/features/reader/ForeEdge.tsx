import type { MouseEvent } from "react";
import { type Store, useStore } from "@/shared/lib/store";
import type { View } from "./Lines";
import { type Node, nodeAt, pathOf } from "./outline";

interface ForeEdgeProps {
  nodes: Node[];
  total: number;
  hits: readonly number[];
  gaps: readonly { line: number; share: number }[];
  view: Store<View>;
  onGo: (line: number) => void;
}

const percent = (share: number) => `${String(Math.round(share * 100_000) / 1000)}%`;

/** The whole document on its edge: sections, the window, the current section, hits. Tree and find say the same. */
export function ForeEdge({ nodes, total, hits, gaps, view, onGo }: ForeEdgeProps) {
  const { line, first, last } = useStore(view);
  const parts = nodes.length === 1 && nodes[0] && nodes[0].children.length > 1 ? nodes[0].children : nodes;
  const drawn = joined(parts);
  const here = pathOf(nodeAt(nodes, line)).find((node) => parts.includes(node));
  const at = (number: number) => (number - 1) / Math.max(1, total);
  const go = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    onGo(Math.max(1, Math.min(total, Math.round(((event.clientY - box.top) / box.height) * total))));
  };
  return (
    // A shortcut for the pointer; the outline is the way by keys.
     
    <div className="edge" aria-hidden="true" onClick={go}>
      {drawn.map((part, index) => (
        <i
          key={part.first}
          className={here && part.first <= here.section.first_line && here.section.first_line <= part.last ? "on" : undefined}
          style={{ top: `calc(${percent(at(part.first))} + ${index > 0 ? "2px" : "0px"})`, height: `max(2px, calc(${percent((part.last - part.first + 1) / Math.max(1, total))} - 2px))` }}
        />
      ))}
      {gaps.map((gap) => (
        <i key={gap.line} className="gap" style={{ top: percent(at(gap.line)), height: `max(8px, ${percent(gap.share)})` }} />
      ))}
      <u style={{ top: percent(at(first)), height: `max(14px, ${percent((last - first + 1) / Math.max(1, total))})` }} />
      {hits.slice(0, 300).map((hit) => (
        <s key={hit} style={{ top: percent(at(hit)) }} />
      ))}
    </div>
  );
}

const MOST = 150;

/** A very long list of sections is drawn in runs, since the edge has only so many pixels. */
function joined(parts: readonly Node[]): { first: number; last: number }[] {
  const step = Math.ceil(parts.length / MOST);
  return parts
    .filter((_, index) => index % step === 0)
    .map((node, index) => ({ first: node.section.first_line, last: (parts[Math.min(parts.length, (index + 1) * step) - 1] ?? node).section.last_line }));
}
