import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "@/shared/ui/Icon";

export const PAGES = [
  { to: "/", key: "nav.library", icon: "shelf" },
  { to: "/search", key: "nav.search", icon: "search" },
  { to: "/agents", key: "nav.agents", icon: "eye" },
  { to: "/connect", key: "nav.connect", icon: "plug" },
] as const satisfies readonly { to: string; key: string; icon: IconName }[];

/** The pages at the foot of a phone. */
export function Tabs() {
  const { t } = useTranslation();
  return (
    <nav className="tabs" aria-label={t("nav.pages")}>
      {PAGES.map((page) => (
        <Link key={page.to} to={page.to} activeOptions={{ exact: page.to === "/", includeSearch: false }} activeProps={{ "aria-current": "page" }}>
          <Icon name={page.icon} />
          {t(page.key)}
        </Link>
      ))}
    </nav>
  );
}
