import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api, dataOf } from "@/shared/api/client";
import { useDebounced } from "@/shared/lib/debounced";

export interface Finding {
  open: boolean;
  words: string;
  settled: boolean;
  lines: readonly number[];
  totalLines: number;
  index: number;
  /** The line of the hit that one is at. */
  current: number | null;
  step: number;
  ranges: ReadonlyMap<number, readonly (readonly number[])[]>;
  /** settled: false while an input method still puts them together. */
  setWords: (words: string, settled?: boolean) => void;
  move: (by: number) => void;
  start: () => void;
  close: () => void;
}

const MOST = 5_000;

/** Finding in the whole document, on the server: what is not on the screen is found, too. */
export function useFind(documentId: number, from: () => number): Finding {
  const [open, setOpen] = useState(false);
  const [words, showWords] = useState("");
  const [asked, ask] = useState("");
  const [place, setPlace] = useState({ index: 0, step: 0, words: "" });
  const rested = useDebounced(asked, 120);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["find", documentId, rested],
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/documents/{document_id}/find", { signal, params: { path: { document_id: documentId }, query: { q: rested, limit: MOST } } })),
    enabled: open && rested.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const found = open && rested.trim() !== "" ? data : undefined;
  const lines = useMemo(() => found?.lines.map((line) => line.number) ?? [], [found]);
  const ranges = useMemo(() => new Map(found?.lines.map((line) => [line.number, line.ranges])), [found]);
  const setWords = (typed: string, settled = true) => {
    showWords(typed);
    if (settled) ask(typed);
  };
  // New words begin at the first hit from where the reader is.
  const index = place.words === rested ? Math.min(place.index, Math.max(0, lines.length - 1)) : firstFrom(lines, from());
  return {
    open,
    words,
    settled: !isPlaceholderData && rested === words && data !== undefined,
    lines,
    totalLines: found?.total_lines ?? 0,
    index,
    current: lines[index] ?? null,
    step: place.step,
    ranges,
    setWords,
    move: (by) => {
      if (lines.length === 0) return;
      setPlace({ index: (index + by + lines.length) % lines.length, step: place.step + 1, words: rested });
    },
    start: () => {
      setOpen(true);
    },
    close: () => {
      setOpen(false);
      setWords("");
    },
  };
}

export function firstFrom(lines: readonly number[], line: number): number {
  const index = lines.findIndex((each) => each >= line);
  return index < 0 ? 0 : index;
}
