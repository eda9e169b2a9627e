import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReadOnlyTarget } from "@/shared/documents/roles";
import { UploadLayer } from "@/features/upload/UploadLayer";
import { LiveProvider, useLink } from "@/shared/live/context";
import { fetchAhead } from "@/shared/lib/chunk";
import { onAsk } from "@/shared/lib/intents";
import { lazily } from "@/shared/ui/lazily";
import { Toasts } from "@/shared/ui/toast";
import { Bar } from "./Bar";
import { KeysDialog } from "./KeysDialog";
import { Tabs } from "./Tabs";
import { useKeys } from "./keys";
import { Icon } from "@/shared/ui/Icon";

const CollectionsDialog = lazily(async () => (await import("@/features/collections/CollectionsDialog")).default);

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
      // as the address has it, before the page has read it: one, several or none
      const chosen = [(state.location.search as { collection?: unknown }).collection ?? []].flat();
      return state.location.pathname === "/" && chosen.length === 1 ? String(chosen[0]) : undefined;
    },
  });
  const readOnly = useReadOnlyTarget(collection === undefined ? undefined : [collection]);
  useKeys();
  useEffect(fetchAhead, []);
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
      <Bar readOnly={readOnly !== null} />
      <LinkStrip />
      <div id="main" className="stage-main" tabIndex={-1}>
        <Outlet />
      </div>
      {reading ? null : <Tabs />}
      <UploadLayer collection={collection} readOnly={readOnly} />
      <Toasts />
      <KeysDialog />
      <Collections />
    </>
  );
}

/** Loaded when somebody first asks for it. */
function Collections() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => onAsk("manage-collections", () => { setOpen(true); }), []);
  if (open === null) return null;
  return <CollectionsDialog open={open} onClose={() => { setOpen(false); }} onShow={(id) => void navigate({ to: "/", search: { collection: [String(id)] } })} />;
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
