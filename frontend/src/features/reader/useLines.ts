import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { ApiProblem } from "@/shared/api/problem";
import { isFence } from "./markdown";

export type Line = Schemas["DocumentLine"];

export const BLOCK = 250;

/** What was found out about fences, by document, revision and block. */
const fences = new Map<string, Uint8Array>();

export function blockOf(line: number): number {
  return Math.floor((line - 1) / BLOCK);
}

export function blockQuery(documentId: number, revision: number, block: number) {
  return {
    queryKey: ["lines", documentId, revision, block],
    queryFn: () =>
      dataOf(
        api.GET("/api/v1/documents/{document_id}/lines", {
          params: { path: { document_id: documentId }, query: { offset: block * BLOCK + 1, limit: BLOCK } },
        }),
      ),
    staleTime: Infinity,
    gcTime: 120_000,
  };
}

export interface LineSource {
  get: (line: number) => Line | undefined;
  /** Whether a line lies inside a code fence, as far as the loaded lines tell. */
  inCode: (line: number) => boolean;
  /** The page of a line, or of the nearest loaded one before it. */
  pageOf: (line: number) => number | null;
}

export interface Failing {
  /** Why a line did not come, else null. */
  failureOf: (line: number) => unknown;
  retry: () => void;
}

/** The lines of the blocks in view; whatever was loaded before stays at hand. */
export function useLines(documentId: number, revision: number, blocks: readonly number[]): LineSource & Failing {
  const client = useQueryClient();
  const answers = useQueries({ queries: blocks.map((block) => blockQuery(documentId, revision, block)) });
  const loaded = answers.map((answer) => answer.dataUpdatedAt).join();
  const source = useMemo<LineSource>(() => {
    const page = (block: number) => client.getQueryData<Schemas["LinePage"]>(["lines", documentId, revision, block]);
    const get = (line: number) => page(blockOf(line))?.lines[(line - 1) % BLOCK];
    const codeOf = (block: number): Uint8Array | null => {
      const key = `${String(documentId)}.${String(revision)}.${String(block)}`;
      const known = fences.get(key);
      if (known) return known;
      const lines = page(block)?.lines;
      if (!lines) return null;
      const before = block > 0 ? fences.get(`${String(documentId)}.${String(revision)}.${String(block - 1)}`) : null;
      const flags = codeFlags(lines.map((line) => line.text), before?.[before.length - 1] === 1);
      fences.set(key, flags);
      return flags;
    };
    return {
      get,
      inCode: (line) => codeOf(blockOf(line))?.[(line - 1) % BLOCK] === 1,
      pageOf: (line) => {
        for (let each = line; each > Math.max(0, line - BLOCK); each -= 1) {
          const found = get(each)?.page;
          if (found) return found;
        }
        return null;
      },
    };
    // `loaded` stands for the answers that `page` reads out of the client.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, documentId, revision, loaded]);
  const gone = answers.some(({ error }) => error instanceof ApiProblem && error.status === 404);
  useEffect(() => {
    if (gone) void client.invalidateQueries({ queryKey: ["document", documentId] });
  }, [gone, client, documentId]);
  return {
    ...source,
    failureOf: (line) => answers[blocks.indexOf(blockOf(line))]?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch();
    },
  };
}

/** For each line, 1 when it lies inside a fence; the last entry says whether one is still open after it. */
export function codeFlags(texts: readonly string[], open: boolean): Uint8Array {
  const flags = new Uint8Array(texts.length + 1);
  let inside = open;
  texts.forEach((text, index) => {
    if (isFence(text)) {
      inside = !inside;
      return;
    }
    flags[index] = inside ? 1 : 0;
  });
  flags[texts.length] = inside ? 1 : 0;
  return flags;
}
