import type { FileToSend } from "./queue";

const NAMES = ["guide-en.md", "guide-ja.md", "guide-zh-Hans.md"];

/** Mokuji's own guide, in three languages, to try everything on. */
export async function guideFiles(): Promise<FileToSend[]> {
  return Promise.all(
    NAMES.map(async (name) => {
      const answer = await fetch(`${import.meta.env.BASE_URL}guide/${name}`);
      if (!answer.ok) throw new TypeError(answer.statusText);
      return { file: new File([await answer.blob()], name, { type: "text/markdown" }), path: name };
    }),
  );
}
