import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "@/shared/api/client";
import type { DocumentDetail } from "@/shared/documents/queries";
import { BLOCK, blockOf } from "./useLines";

interface RecordingProps {
  document: DocumentDetail;
  revision: number;
  address: string;
  /** The line that was chosen: the recording goes to its second. */
  line: number | null;
  /** The line in view: the recording starts there, and stays where it is when the text is scrolled. */
  near: number;
}

/** Audio or video that starts at the second of the line that was chosen, and goes there when another one is. */
export function Recording({ document, revision, address, line, near }: RecordingProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const player = useRef<HTMLMediaElement | null>(null);
  const [failed, setFailed] = useState(false);
  const secondOf = (number: number) =>
    queries.getQueryData<Schemas["LinePage"]>(["lines", document.id, revision, blockOf(number)])?.lines[(number - 1) % BLOCK]?.seconds ?? null;
  const second = line === null ? null : secondOf(line);
  const [start] = useState(() => secondOf(line ?? near));

  useEffect(() => {
    if (player.current && second !== null && player.current.readyState > 0) player.current.currentTime = second;
  }, [second]);

  if (failed) return <p className="p-5 text-ink-2">{t("reader.noPreview")}</p>;
  const source = start ? `${address}#t=${String(start)}` : address;
  const hold = (element: HTMLMediaElement | null) => {
    player.current = element;
  };
  const fail = () => {
    setFailed(true);
  };
  // What is said stands as text beside it: the lines are its captions.
  return document.media_type.startsWith("audio/") ? (
    // eslint-disable-next-line jsx-a11y/media-has-caption
    <audio ref={hold} className="orig-media" controls preload="metadata" src={source} aria-label={document.title} onError={fail} />
  ) : (
    // eslint-disable-next-line jsx-a11y/media-has-caption
    <video ref={hold} className="orig-media" controls preload="metadata" src={source} aria-label={document.title} onError={fail} />
  );
}
