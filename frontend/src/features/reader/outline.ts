/** The outline as the tree pane and the running head need it. Pure. */
import type { Schemas } from "@/shared/api/client";
import { splitTitle } from "@/shared/documents/heading";

export type Section = Schemas["Section"];

export interface Node {
  section: Section;
  /** What stands in the number column: the author's own number, else the place in the tree. */
  label: string;
  title: string;
  level: number;
  parent: Node | null;
  children: Node[];
}

export function nodesOf(sections: readonly Section[], parent: Node | null = null): Node[] {
  // Where the author numbers, our numbers would collide with theirs.
  const numbered = sections.some((section) => splitTitle(section.title, section.number).label !== section.number);
  return sections.map((section) => {
    const node: Node = { section, ...splitTitle(section.title, numbered ? "" : section.number), level: section.level, parent, children: [] };
    node.children = nodesOf(section.children, node);
    return node;
  });
}

export function* walk(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.children);
  }
}

/** The deepest section that holds a line. */
export function nodeAt(nodes: readonly Node[], line: number): Node | null {
  let found: Node | null = null;
  let level = nodes;
  for (;;) {
    const inner = level.find(({ section }) => section.first_line <= line && line <= section.last_line);
    if (!inner) return found;
    found = inner;
    level = inner.children;
  }
}

export function pathOf(node: Node | null): Node[] {
  const path: Node[] = [];
  for (let each = node; each; each = each.parent) path.unshift(each);
  return path;
}

/** With more sections than this the deeper ones begin closed. */
const OPEN_UP_TO = 120;

export function initiallyOpen(nodes: readonly Node[]): Set<string> {
  const all = [...walk(nodes)].filter((node) => node.children.length > 0);
  const total = [...walk(nodes)].length;
  const few = nodes.length < 3 ? 2 : 1;
  return new Set(all.filter((node) => total <= OPEN_UP_TO || node.level < few).map((node) => node.section.number));
}

/** The rows that are shown: everything whose ancestors are open. */
export function shown(nodes: readonly Node[], open: ReadonlySet<string>): Node[] {
  return nodes.flatMap((node) => [node, ...(open.has(node.section.number) ? shown(node.children, open) : [])]);
}

/** How far a line lies inside a section, 0 to 1. */
export function progressIn({ first_line, last_line }: Section, line: number): number {
  return last_line > first_line ? Math.max(0, Math.min(1, (line - first_line) / (last_line - first_line))) : 1;
}

export const DOUBT = 0.5;

export function doubtful(nodes: readonly Node[]): Node[] {
  return [...walk(nodes)].filter((node) => node.section.confidence < DOUBT);
}

/** How most sections were found, for the heading of the pane. */
export function mainProvenance(nodes: readonly Node[]): string | null {
  const counts = new Map<string, number>();
  for (const { section } of walk(nodes)) counts.set(section.provenance, (counts.get(section.provenance) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
