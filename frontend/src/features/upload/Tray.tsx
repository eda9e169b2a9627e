import { useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useState } from "react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { cancelReading } from "@/shared/documents/queries";
import { useSampled } from "@/shared/lib/sampled";
import { useStore } from "@/shared/lib/store";
import { useLiveState } from "@/shared/live/context";
import { coversFoot } from "@/shared/ui/foot";
import { Icon } from "@/shared/ui/Icon";
import { type Choice, isFolded, turned } from "./fold";
import { type Overall, type Sample, type TrayRow, isStopped, overallOf, rowsOf, secondsLeft, withSample } from "./progress";
import { useUnread } from "./inside";
import type { UploadQueue } from "./queue";
import { TrayItem } from "./TrayItem";
import "./tray.css";

const SHOWN = 8;
const ANNOUNCE_EVERY = 5_000;

export function Tray({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation();
  const items = useStore(queue.items);
  const live = useLiveState();
  const queries = useQueryClient();
  const startedAt = useStore(queue.startedAt);
  // what an earlier visit left is a line, not a window over the page
  const [choice, choose] = useState<Choice | null>(null);
  const unread = useUnread(items, live.documents);
  const earlier = startedAt === 0;
  const rows = shownRows(rowsOf(items, live.documents, unread), earlier);
  const overall = overallOf(rows);
  const needing = rows.filter(({ lane, item }) => lane === "needs" && !item.away).map(({ item }) => item.key);
  const folded = isFolded(choice, needing, earlier && overall.broken === 0);
  const left = useTimeLeft(overall);
  if (rows.every(({ item }) => item.away)) return null;

  const { added, total, finished } = overall;
  const head = finished ? overHead(overall, earlier, t) : t("upload.adding", { count: total });
  const pace = finished
    ? ""
    : left === null
      ? t("upload.progress", { done: added, total })
      : left < 60
        ? t("upload.progressSoon", { done: added, total })
        : t("upload.progressLeft", { done: added, total, count: Math.round(left / 60) });
  const line = [
    pace,
    overall.skipped > 0 ? t("upload.known", { count: overall.skipped }) : "",
    overall.stopped > 0 ? t("upload.stopped", { count: overall.stopped }) : "",
    overall.broken > 0 && !(finished && added === 0) ? t("upload.brokenOff", { count: overall.broken }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  const headNeeds = finished && earlier && overall.broken === 0;
  const needs = overall.needs > overall.broken && !headNeeds ? t("upload.needs", { count: overall.needs - overall.broken }) : "";

  const stop = (row: TrayRow) => {
    if (row.item.documentId === null || row.item.phase !== "sent") queue.cancel(row.item.key);
    else void cancelReading(row.item.documentId);
  };
  const close = () => {
    queue.dismiss(items.map((item) => item.key));
    void queries.invalidateQueries({ queryKey: ["documents"] });
  };
  return (
    <section ref={coversFoot} className="tray" aria-label={t("upload.region")}>
      <header>
        <button type="button" className="tray-head" aria-expanded={!folded} onClick={() => { choose(turned(choice, folded, needing, startedAt)); }}>
          <b>{headNeeds ? <Needs words={head} /> : head}</b>
          {line ? <span className="tray-line">{line}</span> : null}
          {needs ? <Needs words={needs} /> : null}
          <Icon name={folded ? "up" : "down"} />
        </button>
        {finished ? (
          <button type="button" className="btn ghost sm ico" aria-label={t("close")} onClick={close}>
            <Icon name="close" />
          </button>
        ) : null}
      </header>
      <div className="tray-bar" style={{ "--p": `${String(overall.share * 100)}%` } as CSSProperties} />
      <Announcer text={[head, line, needs].filter(Boolean).join(" ")} />
      {folded ? null : <TrayList rows={rows.filter(({ item }) => !item.away)} queue={queue} stop={stop} />}
    </section>
  );
}

/** That something waits for the person: marked, so that it is seen on a folded tray, too. */
function Needs({ words }: { words: string }) {
  return (
    <span className="tray-needs">
      <Icon name="warn" />
      {words}
    </span>
  );
}

/** Of an earlier visit, or another tab, only what is under way or needs a person is worth a line. */
function shownRows(rows: TrayRow[], earlier: boolean): TrayRow[] {
  return earlier && overallOf(rows).finished ? rows.filter((row) => row.lane === "needs") : rows;
}

/** What became of a run that is over: what was added, or why nothing was; of an earlier one, what it still needs. */
function overHead({ added, skipped, stopped, needs, broken }: Overall, earlier: boolean, t: TFunction): string {
  if (added > 0) return t("upload.done", { count: added });
  if (broken > 0) return t("upload.brokenOff", { count: broken });
  if (earlier) return t("upload.needs", { count: needs });
  return needs > 0 && skipped + stopped === 0 ? t("upload.nothingAdded") : t("upload.nothingNew");
}

function TrayList({ rows, queue, stop }: { rows: TrayRow[]; queue: UploadQueue; stop: (row: TrayRow) => void }) {
  const { t } = useTranslation();
  const [doneOpen, openDone] = useState(false);
  const lanes = {
    needs: rows.filter((row) => row.lane === "needs"),
    active: rows.filter((row) => row.lane === "active"),
    waiting: rows.filter((row) => row.lane === "waiting"),
    done: rows.filter((row) => row.lane === "done"),
  };
  // What is done is folded away, but for what has something to say: that it was there already, what lies in it.
  const speaks = (row: TrayRow) => row.item.phase === "skipped" || isStopped(row) || (row.live?.parts ?? 0) > 0;
  const spoken = lanes.done.filter(speaks);
  const quiet = lanes.done.filter((row) => !speaks(row));
  const shownWaiting = lanes.waiting.slice(0, Math.max(0, 3 - lanes.active.length));
  const list = [...lanes.needs.slice(0, 20), ...lanes.active.slice(0, SHOWN), ...shownWaiting, ...spoken.slice(0, SHOWN)];
  const waiting = lanes.waiting.length - shownWaiting.length;
  return (
    <div className="tray-scroll quiet-scroll">
      <ul>
        {list.map((row) => (
          <TrayItem key={row.item.key} row={row} queue={queue} stop={stop} />
        ))}
        {doneOpen ? quiet.slice(-50).map((row) => <TrayItem key={row.item.key} row={row} queue={queue} stop={stop} />) : null}
      </ul>
      {waiting > 0 || quiet.length > 0 ? (
        <footer className="tray-foot">
          <span>{waiting > 0 ? t("upload.waiting", { count: waiting }) : ""}</span>
          {lanes.waiting.some((row) => row.item.phase === "waiting" || row.item.phase === "offline") ? (
            <button type="button" className="link" onClick={() => { for (const row of [...lanes.waiting, ...lanes.active]) stop(row); }}>
              {t("upload.stopAll")}
            </button>
          ) : null}
          {quiet.length > 0 ? (
            <button type="button" className="link" aria-expanded={doneOpen} onClick={() => { openDone(!doneOpen); }}>
              {t("upload.doneCount", { count: quiet.length })}
            </button>
          ) : null}
        </footer>
      ) : null}
    </div>
  );
}

function useTimeLeft(overall: Overall): number | null {
  const [samples, setSamples] = useState<Sample[]>([]);
  const { share, total } = overall;
  const going = total > 0 && share < 1;
  useEffect(() => {
    if (!going) return;
    const timer = setTimeout(() => {
      setSamples((before) => withSample(before, { at: Date.now(), share }));
    }, 700);
    return () => {
      clearTimeout(timer);
    };
  }, [going, share, samples]);
  return going ? secondsLeft(samples) : null;
}

/** Says the state to a screen reader each five seconds, however often it changes meanwhile. */
function Announcer({ text }: { text: string }) {
  const said = useSampled(text, ANNOUNCE_EVERY);
  return (
    <p className="sr" role="status">
      {said}
    </p>
  );
}
