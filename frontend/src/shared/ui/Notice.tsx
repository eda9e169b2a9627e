import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { ChunkLost } from "@/shared/lib/chunk";
import { Icon } from "./Icon";
import { canSucceed, sentenceOf, wasAway } from "@/shared/api/problem";
import { onReconnect } from "@/shared/lib/reconnect";

export function Notice({ kind, children, fresh }: { kind: "doubt" | "fault"; children: ReactNode; fresh?: boolean }) {
  return (
    <div className={`notice ${kind}`} role={fresh ? "alert" : undefined}>
      <Icon name="warn" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** What failed and a way to try again, which is taken by itself when the server is back; the rest of the page goes on working. */
export function PaneError({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  const stale = error instanceof ChunkLost && error.stale;
  const mend = stale ? () => { location.reload(); } : canSucceed(error) ? retry : undefined;
  const again = useEffectEvent(() => retry?.());
  const away = wasAway(error);
  useEffect(() => {
    if (!away) return;
    const online = () => { again(); };
    window.addEventListener("online", online);
    const end = onReconnect(online);
    return () => {
      window.removeEventListener("online", online);
      end();
    };
  }, [away]);
  return (
    <div className="p-5 max-w-[560px]">
      <Notice kind="fault" fresh>
        <span>{sentenceOf(error, t)}</span>{" "}
        {mend ? (
          <button type="button" className="link" onClick={mend}>
            {stale ? t("reload") : t("retry")}
          </button>
        ) : null}
      </Notice>
    </div>
  );
}
