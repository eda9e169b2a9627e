import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Nowhere } from "@/shared/ui/Nowhere";
import { PaneError } from "@/shared/ui/Notice";

export function Missing() {
  const { t } = useTranslation();
  return <Nowhere title={t("missing.title")} text={t("missing.text")} />;
}

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    void router.invalidate().then(reset);
  };
  return (
    <main className="stage-main bg-sheet">
      <PaneError error={error} retry={retry} />
    </main>
  );
}
