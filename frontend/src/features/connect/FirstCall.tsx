import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { formatTime } from "@/shared/lib/format";
import { useCallsInterval } from "@/shared/live/context";
import { Icon } from "@/shared/ui/Icon";
import { Ring } from "@/shared/ui/Spine";

/** Waits for the first call: of the new token when there is one, else of any since the page was opened. */
export function FirstCall({ tokenId }: { tokenId: number | undefined }) {
  const { t, i18n } = useTranslation();
  const [since] = useState(() => Date.now());
  const refetchInterval = useCallsInterval();
  const { data } = useQuery({
    queryKey: ["calls", "first", tokenId],
    queryFn: () => dataOf(api.GET("/api/v1/calls", { params: { query: { limit: 1, ...(tokenId === undefined ? {} : { token_id: tokenId }) } } })),
    refetchInterval,
  });
  const call = data?.items.find((each) => tokenId !== undefined || Date.parse(each.created_at) >= since);
  return (
    <p className="first-call" role="status">
      {call ? <Icon name="check" /> : <Ring share={0.25} />}
      {call ? (
        <span>
          {t("connect.arrived", { time: formatTime(call.created_at, i18n.language), tool: call.tool })}{" "}
          <Link className="link" to="/agents" search={{ call: call.id }}>
            {t("connect.seeCall")}
          </Link>
        </span>
      ) : (
        <span>{t("connect.waiting")}</span>
      )}
    </p>
  );
}
