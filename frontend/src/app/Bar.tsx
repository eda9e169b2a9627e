import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/shared/api/client";
import { sessionQuery, statusQuery } from "@/shared/api/session";
import { ask } from "@/shared/lib/intents";
import { usePhone } from "@/shared/lib/media";
import { type Theme, chooseTheme, currentTheme } from "@/shared/lib/theme";
import { useLiveState } from "@/shared/live/context";
import { Icon, Mark } from "@/shared/ui/Icon";
import { Menu, type MenuEntry } from "@/shared/ui/Menu";
import { Ring } from "@/shared/ui/Spine";
import { Jump } from "./Jump";
import { PAGES } from "./Tabs";

export function Bar({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const reading = useRouterState({ select: (state) => state.location.pathname.startsWith("/documents/") });
  return (
    <header className="bar">
      <Link to="/" className="brand">
        <Mark />
        Mokuji
      </Link>
      {phone ? (
        <>
          <Link to="/search" className="btn ghost ico" aria-label={t("nav.search")}>
            <Icon name="search" />
          </Link>
          <AccountMenu phone readOnly={readOnly} />
        </>
      ) : (
        <>
          <nav className="flex" aria-label={t("nav.pages")}>
            {PAGES.map((page) => (
              <Link
                key={page.to}
                to={page.to}
                className="nav"
                activeOptions={{ exact: page.to === "/", includeSearch: false }}
                activeProps={{ "aria-current": "page" }}
                {...(reading && page.to === "/" ? { "aria-current": "page" as const } : {})}
              >
                {t(page.key)}
              </Link>
            ))}
          </nav>
          <Jump />
          <IndexState />
          {readOnly ? null : <UploadButton />}
          <AccountMenu readOnly={readOnly} />
        </>
      )}
    </header>
  );
}

/** How far the semantic index is; nothing when it is complete, since done is silent. */
function IndexState() {
  const { t } = useTranslation();
  const { data } = useQuery({ ...statusQuery, refetchInterval: (query) => (unready(query.state.data?.semantic_progress) ? 5_000 : 60_000) });
  const { counts } = useLiveState();
  const reading = (counts?.received ?? 0) + (counts?.extracting ?? 0);
  const progress = data?.semantic_progress ?? null;
  if (progress !== null && progress < 1) {
    const percent = Math.floor(progress * 100);
    return (
      <div className="status" title={t("index.title", { percent })}>
        <Ring share={progress} />
        <span>{t("index.semantic", { percent })}</span>
      </div>
    );
  }
  if (reading === 0) return <div className="status" aria-hidden="true" />;
  return (
    <div className="status" title={t("index.reading", { count: reading })}>
      <Ring share={0.25} />
      <span>{t("index.reading", { count: reading })}</span>
    </div>
  );
}

function unready(progress: number | null | undefined): boolean {
  return typeof progress === "number" && progress < 1;
}

function UploadButton() {
  const { t } = useTranslation();
  return (
    <Menu
      className="btn pri"
      entries={[
        { kind: "item", icon: "file", label: t("upload.files"), onSelect: () => { ask("choose-files"); } },
        { kind: "item", icon: "folder", label: t("upload.folder"), onSelect: () => { ask("choose-folder"); } },
      ]}
    >
      <Icon name="upload" />
      {t("upload.button")}
    </Menu>
  );
}

/** The console is pages of the server, not of this app. */
const CONSOLE = "/admin/";
const THEMES = ["system", "light", "dark"] as const;

function AccountMenu({ phone = false, readOnly }: { phone?: boolean; readOnly: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const [theme, setTheme] = useState<Theme>(currentTheme);
  const signOut = async () => {
    await api.DELETE("/api/v1/session");
    queries.clear();
    await navigate({ to: "/sign-in" });
  };
  const folder: MenuEntry[] = readOnly ? [] : [{ kind: "item", icon: "folder", label: t("upload.folder"), onSelect: () => { ask("choose-folder"); } }];
  const keys: MenuEntry[] = [{ kind: "item", icon: "call", label: t("keys.title"), onSelect: () => { ask("show-keys"); } }];
  const choose = (value: string) => {
    chooseTheme(value as Theme);
    setTheme(value as Theme);
  };
  return (
    <Menu
      className={phone ? "btn ghost ico" : "avatar"}
      label={t("nav.account")}
      entries={[
        { kind: "heading", text: session?.user?.username ?? "" },
        { kind: "item", icon: "person", label: t("nav.account"), onSelect: () => void navigate({ to: "/account" }) },
        ...(phone ? folder : keys),
        ...(session?.user?.is_admin ? [{ kind: "page" as const, icon: "gauge" as const, label: t("nav.console"), href: CONSOLE }] : []),
        { kind: "separator" },
        { kind: "choice", value: theme, options: THEMES.map((value) => ({ value, label: t(`theme.${value}`) })), onChoose: choose },
        { kind: "separator" },
        { kind: "item", icon: "out", label: t("nav.signOut"), onSelect: () => void signOut() },
      ]}
    >
      <Icon name={phone ? "more" : "person"} />
    </Menu>
  );
}
