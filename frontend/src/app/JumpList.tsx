import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useState } from "react";
import { useTranslation } from "react-i18next";
import { nodesOf } from "@/features/reader/outline";
import { outlineQuery } from "@/features/reader/queries";
import { api, dataOf } from "@/shared/api/client";
import { documentQuery } from "@/shared/documents/queries";
import { useDebounced } from "@/shared/lib/debounced";
import { langOf } from "@/shared/lib/format";
import { Leader } from "@/shared/ui/Spine";
import { type Place, foundPlaces, matching } from "./jump-places";

export interface JumpHandle {
  move: (step: number) => void;
  /** Open the active place; false when none is active. */
  choose: () => boolean;
}

interface JumpListProps {
  ref: Ref<JumpHandle>;
  words: string;
  reading: number | undefined;
  onActive: (id: string | undefined) => void;
  onAll: () => void;
  onDone: () => void;
}

const REST = 20;
const MOST = 6;

/** The sections that the words lead to: of the open document first, then the best of each document found. */
export default function JumpList({ ref, words, reading, onActive, onAll, onDone }: JumpListProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [active, setActive] = useState(-1);
  const rested = useDebounced(words.trim(), REST);
  const { data: found } = useQuery({
    queryKey: ["search", rested, "jump"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/search", { signal, params: { query: { query: rested, limit: MOST } } })),
    enabled: rested !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const { data: outline } = useQuery({ ...outlineQuery(reading ?? 0), enabled: reading !== undefined });
  const { data: document } = useQuery({ ...documentQuery(reading ?? 0), enabled: reading !== undefined });
  const here = reading === undefined || !outline ? [] : matching(nodesOf(outline.sections), words, reading, langOf(document?.language ?? ""));
  const elsewhere = foundPlaces(found?.results ?? []);
  const places = [...here, ...elsewhere];
  const count = places.length + 1;
  const idOf = (index: number) => `jump-${String(index)}`;

  const open = (place: Place | undefined) => {
    if (!place) {
      onAll();
      return;
    }
    void navigate({ to: "/documents/$documentId", params: { documentId: String(place.documentId) }, hash: place.hash });
    onDone();
  };
  useImperativeHandle(ref, () => ({
    move: (step) => {
      setActive((before) => (before < 0 && step < 0 ? count - 1 : (before + step + count) % count));
    },
    choose: () => {
      if (active < 0) return false;
      open(places[active]);
      return true;
    },
  }));
  useEffect(() => {
    onActive(active < 0 ? undefined : idOf(active));
    window.document.getElementById(idOf(active))?.scrollIntoView({ block: "nearest" });
  }, [active, onActive]);
  const [typed, setTyped] = useState(words);
  if (typed !== words) {
    setTyped(words);
    setActive(-1);
  }
  const keepFocus = (event: PointerEvent) => {
    event.preventDefault();
  };
  const option = (place: Place, index: number) => (
    // The field keeps the focus and names the active option; Enter opens it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <li key={`${String(place.documentId)}.${place.hash}`} id={idOf(index)} role="option" tabIndex={-1} aria-selected={index === active} onClick={() => { open(place); }}>
      <span className="jump-place">
        {place.label ? <span className="jump-number">{place.label}</span> : null}
        <span className="jump-title" lang={place.lang} dir="auto">
          {place.section || t("search.beginning")}
        </span>
        <Leader confidence={place.confidence} />
        <span className="jump-line">{place.lines}</span>
      </span>
      {place.title ? (
        <span className="jump-doc voice-text" lang={place.lang} dir="auto">
          {place.title}
        </span>
      ) : null}
    </li>
  );
  return (
    <div id="jump-list" className="jump-list quiet-scroll" role="listbox" aria-label={t("nav.jumpList")} onPointerDown={keepFocus}>
      {here.length > 0 ? (
        <ul role="group" aria-label={t("nav.jumpHere")}>
          <li role="presentation" className="jump-head">
            {t("nav.jumpHere")}
          </li>
          {here.map(option)}
        </ul>
      ) : null}
      {elsewhere.length > 0 ? (
        <ul role="group" aria-label={t("nav.jumpFound")}>
          <li role="presentation" className="jump-head">
            {t("nav.jumpFound")}
          </li>
          {elsewhere.map((place, index) => option(place, here.length + index))}
        </ul>
      ) : null}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div id={idOf(places.length)} className="jump-all" role="option" tabIndex={-1} aria-selected={active === places.length} onClick={onAll}>
        {t("nav.jumpAll", { words: words.trim() })}
      </div>
    </div>
  );
}
