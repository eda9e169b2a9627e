import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { wasAway } from "@/shared/api/problem";
import { Nowhere } from "@/shared/ui/Nowhere";
import { PaneError } from "@/shared/ui/Notice";

const ASK_AGAIN = 5_000;

export function Missing() {
  const { t } = useTranslation();
  return <Nowhere title={t("missing.title")} text={t("missing.text")} />;
}

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    void router.invalidate().then(reset);
  };
  const again = useEffectEvent(retry);
  const away = wasAway(error);
  useEffect(() => {
    // Outside of the frame nothing tells when the server is back.
    if (!away) return;
    const timer = setInterval(() => { again(); }, ASK_AGAIN);
    return () => {
      clearInterval(timer);
    };
  }, [away]);
  return (
    <main className="stage-main bg-sheet">
      <PaneError error={error} retry={retry} />
    </main>
  );
}
