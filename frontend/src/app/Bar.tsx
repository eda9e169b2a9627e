import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { api } from "@/shared/api/client";
import { sessionQuery, statusQuery } from "@/shared/api/session";
import { ask } from "@/shared/lib/intents";
import { usePhone } from "@/shared/lib/media";
import { useLiveState } from "@/shared/live/context";
import { Icon, Mark } from "@/shared/ui/Icon";
import { Ring } from "@/shared/ui/Spine";
import { Jump } from "./Jump";
import { PAGES } from "./Tabs";
import { ThemeItems } from "./ThemeItems";

export function Bar() {
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
          <AccountMenu phone />
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
          <UploadButton />
          <AccountMenu />
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
  if (reading === 0) return null;
  return (
    <div className="status">
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
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="btn pri">
        <Icon name="upload" />
        {t("upload.button")}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          <DropdownMenu.Item onSelect={() => { ask("choose-files"); }}>
            <Icon name="file" />
            {t("upload.files")}
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => { ask("choose-folder"); }}>
            <Icon name="folder" />
            {t("upload.folder")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function AccountMenu({ phone = false }: { phone?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const signOut = async () => {
    await api.DELETE("/api/v1/session");
    queries.clear();
    await navigate({ to: "/sign-in" });
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={phone ? "btn ghost ico" : "avatar"} aria-label={t("nav.account")}>
        <Icon name={phone ? "more" : "person"} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          <div className="heading">{session?.user?.username}</div>
          <DropdownMenu.Item onSelect={() => void navigate({ to: "/account" })}>
            <Icon name="person" />
            {t("nav.account")}
          </DropdownMenu.Item>
          {phone ? (
            <DropdownMenu.Item onSelect={() => { ask("choose-folder"); }}>
              <Icon name="folder" />
              {t("upload.folder")}
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item onSelect={() => { ask("show-keys"); }}>
              <Icon name="call" />
              {t("keys.title")}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Separator />
          <ThemeItems />
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={() => void signOut()}>
            <Icon name="out" />
            {t("nav.signOut")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
