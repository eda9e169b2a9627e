import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "@tanstack/react-router";
import { failureSentence, failureWord } from "@/shared/api/problem";
import { useCollectionName } from "@/shared/documents/useCollectionName";
import { UnlockForm } from "@/shared/documents/UnlockForm";
import { reindex } from "@/shared/documents/queries";
import { shareOf, stageText, type Standing } from "@/shared/documents/stage";
import { ask } from "@/shared/lib/intents";
import { formatBytes, langOf } from "@/shared/lib/format";
import type { DocumentStatus } from "@/shared/live/messages";
import { Icon } from "@/shared/ui/Icon";
import { StageBar } from "@/shared/ui/Spine";
import type { TrayRow } from "./progress";
import type { UploadQueue } from "./queue";

function standing(live: DocumentStatus): Standing {
  return { state: live.state as Standing["state"], recognising: live.recognising, done: live.done, total: live.total, unit: live.unit, failureCode: live.failure_code, failureMessage: live.failure_message };
}

interface Line {
  text: string;
  fault: boolean;
}

interface Wording {
  size: (bytes: number) => string;
  nameOf: ReturnType<typeof useCollectionName>;
}

function useLine(row: TrayRow): Line {
  const { t, i18n } = useTranslation();
  const nameOf = useCollectionName();
  return row.item.phase === "sent" ? readingLine(row, t) : sendingLine(row, t, { size: (bytes) => formatBytes(bytes, i18n.language), nameOf });
}

/** What is said of a file before it is a document. */
function sendingLine({ item }: TrayRow, t: TFunction, { size, nameOf }: Wording): Line {
  switch (item.phase) {
    case "waiting":
      return { text: t("upload.isWaiting"), fault: false };
    case "offline":
      return { text: t("upload.isOffline"), fault: false };
    case "cancelled":
      return { text: t("failureWord.cancelled"), fault: false };
    case "skipped":
      return { text: t("upload.skipped", { collection: item.collection ? nameOf(item.collection) : "" }), fault: false };
    case "broken":
      return { text: item.bytes > 0 ? t("upload.pickOn", { done: size(item.bytes), total: size(item.size) }) : t("upload.pickAgain"), fault: false };
    case "refused": {
      const code = item.error?.code ?? "";
      return { text: code === "offline" ? t("error.offline") : code === "unauthorised" ? t("error.signedOut") : failureSentence(code, item.error?.detail ?? "", t), fault: true };
    }
    default:
      return { text: t("upload.bytes", { done: size(item.bytes), total: size(item.size) }), fault: false };
  }
}

/** What is said of a document on its way. */
function readingLine({ live, unread }: TrayRow, t: TFunction): Line {
  if (!live) return { text: "", fault: false };
  if (live.state === "failed") {
    const words = live.failure_code === "password-needed" ? failureWord(live.failure_code, t) : failureSentence(live.failure_code, live.failure_message, t);
    return { text: words, fault: live.failure_code !== "cancelled" };
  }
  if (unread > 0) return { text: t("upload.partsUnread", { count: unread }), fault: false };
  if (live.parts > 0 && (live.state === "searchable" || live.state === "complete")) return { text: t("upload.parts", { count: live.parts }), fault: false };
  return { text: live.state === "searchable" && !live.recognising ? t("upload.searchable") : stageText(standing(live), t), fault: false };
}

export function TrayItem({ row, queue, stop }: ActsProps) {
  const { item, live, lane } = row;
  const line = useLine(row);
  const under = isUnder(lane);
  const readable = live?.state === "searchable" || live?.state === "complete";
  return (
    <li>
      {readable && item.documentId !== null ? (
        <Link className="nm" to="/documents/$documentId" params={{ documentId: String(item.documentId) }} lang={langOf(live.language)} dir="auto">
          {item.name}
        </Link>
      ) : (
        <span className="nm">{item.name}</span>
      )}
      <span className={`mm ${line.fault ? "fault" : ""}`}>{line.text}</span>
      {under && live ? <StageBar state={live.recognising ? "extracting" : standing(live).state} share={shareOf(standing(live))} text={line.text} /> : null}
      {item.phase === "sending" ? <SendBar done={item.bytes} total={item.size} text={line.text} /> : null}
      <Acts row={row} queue={queue} stop={stop} />
      {live?.state === "failed" && live.failure_code === "password-needed" ? <UnlockForm documentId={live.id} name={item.name} /> : null}
    </li>
  );
}

function isUnder(lane: TrayRow["lane"]): boolean {
  return lane === "active" || lane === "waiting";
}

interface ActsProps {
  row: TrayRow;
  queue: UploadQueue;
  stop: (row: TrayRow) => void;
}

/** A file under way can be stopped, but for what lies in a container; one that is not can be put away, or tried again. */
function Acts({ row, queue, stop }: ActsProps) {
  const { t } = useTranslation();
  const { item, live, lane } = row;
  const under = isUnder(lane);
  const stoppable = under && row.unread === 0;
  const canRetry = item.phase === "refused" || item.phase === "cancelled" || live?.state === "failed";
  const again = () => {
    if (item.phase === "sent" && item.documentId !== null) void reindex(item.documentId);
    else queue.retry(item.key);
  };
  return (
    <span className="act">
      {stoppable ? (
        <button type="button" className="btn ghost sm ico" aria-label={t("upload.stop", { name: item.name })} onClick={() => { stop(row); }}>
          <Icon name="close" />
        </button>
      ) : under ? null : (
        <>
          {canRetry && live?.failure_code !== "password-needed" ? (
            <button type="button" className="btn ghost sm ico" aria-label={t("upload.again", { name: item.name })} onClick={again}>
              <Icon name="retry" />
            </button>
          ) : null}
          {item.phase === "broken" ? (
            <button type="button" className="btn ghost sm ico" aria-label={t("upload.pick", { name: item.name })} onClick={() => { ask("choose-files"); }}>
              <Icon name="upload" />
            </button>
          ) : null}
          <button type="button" className="btn ghost sm ico" aria-label={t("upload.dismiss", { name: item.name })} onClick={() => { queue.dismiss([item.key]); }}>
            <Icon name="close" />
          </button>
        </>
      )}
    </span>
  );
}

function SendBar({ done, total, text }: { done: number; total: number; text: string }) {
  return (
    <progress className="send-bar" max={Math.max(1, total)} value={done} aria-label={text}>
      {text}
    </progress>
  );
}
