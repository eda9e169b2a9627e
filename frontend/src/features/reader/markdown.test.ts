import { expect, test } from "vitest";
import { cellsOf, kindOf, marked, partsOf, withListed } from "./markdown";
import { codeFlags } from "./useLines";

test.each([
  ["## Setting up", { kind: "heading", level: 2, from: 3 }],
  ["#hashtag", { kind: "text", from: 0 }],
  ["- rock", { kind: "item", depth: 0, marker: "•", from: 2 }],
  ["    3. clay", { kind: "item", depth: 2, marker: "3.", from: 7 }],
  ["- [ ] sound it", { kind: "item", depth: 0, marker: "☐", from: 6 }],
  ["  * [x] chart it", { kind: "item", depth: 1, marker: "☑", from: 8 }],
  ["- [x](https://example.org)", { kind: "item", depth: 0, marker: "•", from: 2 }],
  ["[^1]: Sounded in May.", { kind: "item", depth: 0, marker: "1", from: 6 }],
  ["> said", { kind: "quote", from: 2 }],
  ["```js", { kind: "fence" }],
  ["---", { kind: "rule" }],
  ["| a | b |", { kind: "row", header: false }],
  ["|---|:-:|", { kind: "divider" }],
  ["   ", { kind: "blank" }],
  ["Plain words", { kind: "text", from: 0 }],
])("%j is seen as what it is", (line, kind) => {
  expect(kindOf(line, false)).toEqual(kind);
});

test("inside a fence everything is code, but the fence", () => {
  expect(kindOf("# not a heading", true)).toEqual({ kind: "code" });
  expect([...codeFlags(["a", "```", "b", "```", "c"], false)]).toEqual([0, 0, 1, 0, 0, 0]);
  expect([...codeFlags(["b", "```", "c"], true)]).toEqual([1, 0, 0, 0]);
});

test("every part stands in the raw line where it says", () => {
  const line = "Use **rock** or `clay`, see [the *chart*](https://example.org/a_(b)) and *never* sand";
  for (const part of partsOf(line)) expect(line.slice(part.at, part.at + part.text.length)).toBe(part.text);
  expect(partsOf(line).map((part) => part.style)).toEqual(["plain", "strong", "plain", "code", "plain", "link", "plain", "em", "plain"]);
});

test("only web and mail addresses become links", () => {
  expect(partsOf("[x](javascript:alert(1))")).toEqual([{ text: "x", at: 1, style: "plain" }]);
  expect(partsOf("[x](chapter.html)")[0]?.href).toBeUndefined();
});

test("a mark of a footnote is one", () => {
  expect(partsOf("Deep[^1] and `a`")).toEqual([
    { text: "Deep", at: 0, style: "plain" },
    { text: "1", at: 6, style: "note" },
    { text: " and ", at: 8, style: "plain" },
    { text: "a", at: 14, style: "code" },
  ]);
});

test("stars between digits are not emphasis", () => {
  expect(partsOf("2*3*4")).toEqual([{ text: "2*3*4", at: 0, style: "plain" }]);
});

test("hits of the raw line are marked in the parts they touch", () => {
  const [before, strong] = partsOf("a **bench mark** here");
  expect(marked(before ?? { text: "", at: 0, style: "plain" }, [[0, 8]])).toEqual([{ text: "a ", hit: true }]);
  expect(marked(strong ?? { text: "", at: 0, style: "plain" }, [[4, 9]])).toEqual([
    { text: "bench", hit: true },
    { text: " mark", hit: false },
  ]);
});

test("cells keep their place", () => {
  const line = "| Bedrock |  none measured | primary |";
  for (const cell of cellsOf(line)) expect(line.slice(cell.at, cell.at + cell.text.length)).toBe(cell.text);
  expect(cellsOf(line).map((cell) => cell.text)).toEqual(["Bedrock", "none measured", "primary"]);
});

test("a line of a container links the document that it lists, and no other words do", () => {
  const listed = (line: string) => withListed(partsOf(line)).filter(({ style }) => style === "part");
  expect(listed("- attached.md (101 bytes) | doc_id: 26")).toEqual([{ text: "doc_id: 26", at: 28, style: "part", document: "26" }]);
  expect(listed("- notes/tide.md (1,204 bytes) | doc_id: 7 | The *high* tide")[0]?.document).toBe("7");
  for (const line of ["doc_id: 26", "see doc_id: 26 there", "a | doc_id: x", "a | doc_id: 26b", "`a | doc_id: 3`"]) expect(listed(line)).toEqual([]);
  const parts = withListed(partsOf("a | doc_id: 7 | b"));
  expect(parts.map(({ text }) => text).join("")).toBe("a | doc_id: 7 | b");
  expect(parts.map(({ at }) => at)).toEqual([0, 4, 13]);
});
