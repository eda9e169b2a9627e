import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentDetail } from "@/shared/documents/queries";
import { BLOCK, blockOf, blockQuery } from "./useLines";

/** A line that was asked for; asked for again it is another object. */
export interface Sought {
  line: number;
}

interface RecordingProps {
  document: DocumentDetail;
  revision: number;
  address: string;
  /** The first line that is selected: the recording goes to its second. */
  line: number | null;
  /** The line of the contents that was gone to last: the recording goes there too. */
  sought: Sought | null;
  /** The line in view: the recording starts there, and stays where it is when the text is scrolled. */
  near: number;
}

/** Audio or video that starts at the second of the line that was chosen, and goes there when another one is. */
export function Recording({ document, revision, address, line, sought, near }: RecordingProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const player = useRef<HTMLMediaElement | null>(null);
  /** Where it is to go as soon as it can. */
  const wanted = useRef<number | null>(null);
  const [failed, setFailed] = useState(false);

  const arrive = () => {
    if (!player.current || wanted.current === null || player.current.readyState === 0) return;
    player.current.currentTime = wanted.current;
    wanted.current = null;
  };
  const secondOf = async (number: number) => {
    const page = await queries.fetchQuery(blockQuery(document.id, revision, blockOf(number)));
    const before = page.lines.slice(0, ((number - 1) % BLOCK) + 1);
    return before.findLast((each) => each.seconds !== null)?.seconds ?? null;
  };
  const seek = useEffectEvent((number: number) => {
    const goTo = (second: number | null) => {
      wanted.current = second;
      arrive();
    };
    // where the second cannot be told, the recording stays where it is
    secondOf(number).then(goTo, () => undefined);
  });
  const begin = useEffectEvent(() => {
    if (line === null) seek(near);
  });
  const [before] = useState(sought);
  useEffect(() => {
    begin();
  }, []);
  useEffect(() => {
    if (line !== null) seek(line);
  }, [line]);
  useEffect(() => {
    if (sought && sought !== before) seek(sought.line);
  }, [sought, before]);

  if (failed) return <p className="p-5 text-ink-2">{t("reader.noPreview")}</p>;
  const shared = {
    className: "orig-media",
    controls: true,
    preload: "metadata" as const,
    src: address,
    "aria-label": document.title,
    onLoadedMetadata: arrive,
    onError: () => {
      setFailed(true);
    },
  };
  const hold = (element: HTMLMediaElement | null) => {
    player.current = element;
  };
  // What is said stands as text beside it: the lines are its captions.
  return document.media_type.startsWith("audio/") ? (
    // eslint-disable-next-line jsx-a11y/media-has-caption
    <audio ref={hold} {...shared} />
  ) : (
    // eslint-disable-next-line jsx-a11y/media-has-caption
    <video ref={hold} {...shared} />
  );
}
