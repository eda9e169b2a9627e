import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PaneError } from "@/shared/ui/Notice";

export function Missing() {
  const { t } = useTranslation();
  return (
    <main className="stage-main bg-sheet p-5 sm:p-[64px]">
      <h1 className="page-title">{t("missing.title")}</h1>
      <p className="mt-3 text-ink-2">{t("missing.text")}</p>
      <p className="mt-5">
        <Link className="link" to="/">
          {t("missing.library")}
        </Link>
      </p>
    </main>
  );
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
