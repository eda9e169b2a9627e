import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { UploadLayer } from "@/features/upload/UploadLayer";
import { LiveProvider, useLink } from "@/shared/live/context";
import { Toasts } from "@/shared/ui/toast";
import { Bar } from "./Bar";
import { KeysDialog } from "./KeysDialog";
import { Tabs } from "./Tabs";
import { useKeys } from "./keys";
import { Icon } from "@/shared/ui/Icon";

/** What every signed-in page stands in. */
export function Frame() {
  return (
    <LiveProvider>
      <Inside />
    </LiveProvider>
  );
}

function Inside() {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const collection = useRouterState({
    select: (state) => {
      const chosen = (state.location.search as { collection?: string[] }).collection;
      return state.location.pathname === "/" && chosen?.length === 1 ? chosen[0] : undefined;
    },
  });
  useKeys();
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
  const reading = pathname.startsWith("/documents/");
  return (
    <>
      <a className="skip" href="#main">
        {t("skip")}
      </a>
      <Bar />
      <LinkStrip />
      <div id="main" className="stage-main" tabIndex={-1}>
        <Outlet />
      </div>
      {reading ? null : <Tabs />}
      <UploadLayer collection={collection} />
      <Toasts />
      <KeysDialog />
    </>
  );
}

function LinkStrip() {
  const { t } = useTranslation();
  const link = useLink();
  if (link !== "lost") return null;
  return (
    <div className="strip" role="status">
      <Icon name="warn" />
      <span>{t("error.linkLost")}</span>
    </div>
  );
}
