import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import { sentenceOf } from "@/shared/api/problem";

export function Notice({ kind, children, fresh }: { kind: "doubt" | "fault"; children: ReactNode; fresh?: boolean }) {
  return (
    <div className={`notice ${kind}`} role={fresh ? "alert" : undefined}>
      <Icon name="warn" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** What failed and a way to try again; the rest of the page goes on working. */
export function PaneError({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="p-5 max-w-[560px]">
      <Notice kind="fault" fresh>
        <span>{sentenceOf(error, t)}</span>{" "}
        {retry ? (
          <button type="button" className="link" onClick={retry}>
            {t("retry")}
          </button>
        ) : null}
      </Notice>
    </div>
  );
}
