import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useTitle } from "@/shared/lib/title";

/** A page for what is not there: what it is, why that may be, and the way on. */
export function Nowhere({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation();
  useTitle(title);
  return (
    <main className="nowhere clears-foot">
      <h1 className="page-title">{title}</h1>
      <p>{text}</p>
      <p>
        <Link className="link" to="/">
          {t("missing.library")}
        </Link>
      </p>
    </main>
  );
}
