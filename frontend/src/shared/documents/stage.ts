/** Where a document stands, in words and as a share. Pure. */
import type { TFunction } from "i18next";
import type { DocumentStatus } from "@/shared/live/messages";
import type { DocumentItem } from "./queries";

export type State = DocumentItem["state"];

export interface Standing {
  state: State;
  /** Text in pictures is being recognised; what else there is can be read meanwhile. */
  recognising: boolean;
  done: number;
  total: number;
  unit: string;
  failureCode: string;
  failureMessage: string;
}

export function standingOf(item: DocumentItem, live: DocumentStatus | undefined): Standing {
  if (live)
    return {
      state: live.state as State,
      recognising: live.recognising,
      done: live.done,
      total: live.total,
      unit: live.unit,
      failureCode: live.failure_code,
      failureMessage: live.failure_message,
    };
  return {
    state: item.state,
    recognising: item.progress?.stage === "recognise",
    done: item.progress?.done ?? 0,
    total: item.progress?.total ?? 0,
    unit: item.progress?.unit ?? "page",
    failureCode: item.failure?.code ?? "",
    failureMessage: item.failure?.message ?? "",
  };
}

/** How far extraction is, 0 to 1; 0 while the total is unknown. */
export function shareOf(standing: Pick<Standing, "done" | "total">): number {
  return standing.total > 0 ? Math.min(1, Math.max(0, standing.done / standing.total)) : 0;
}

export function stageText(standing: Standing, t: TFunction): string {
  const { done, total } = standing;
  if (standing.recognising) return total > 0 && done > 0 ? t("recognisingPage", { done, total }) : t("recognisingWaits");
  if (standing.state !== "extracting") return t(`state.${standing.state}`);
  if (standing.total <= 0) return t("state.extracting");
  return standing.unit === "page" ? t("extractingPage", { done, total }) : t("extractingPart", { done, total });
}

/** A document that is searchable needs nothing of a person, and neither does one that is complete. */
export function isActive(state: string): boolean {
  return state === "received" || state === "extracting";
}
