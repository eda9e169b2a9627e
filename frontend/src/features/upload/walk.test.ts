import { expect, test } from "vitest";
import { sorted } from "./walk";

const file = (path: string) => ({ file: new File(["x"], path.split("/").at(-1) ?? ""), path });

test("hidden files and what systems leave in a folder are passed over and counted", () => {
  const { files, passedOver } = sorted(["docs/a.md", "docs/.secret.md", "docs/.git/config", "docs/sub/Thumbs.db", "docs/__MACOSX/b.md", "docs/sub/c.md"].map(file));
  expect(files.map(({ path }) => path)).toEqual(["a.md", "c.md"]);
  expect(passedOver).toBe(4);
});

test("what was chosen itself is meant, be it hidden or in a hidden folder", () => {
  expect(sorted([".notes.md", ".config/a.md"].map(file))).toMatchObject({ files: [{ path: ".notes.md" }, { path: "a.md" }], passedOver: 0 });
});
