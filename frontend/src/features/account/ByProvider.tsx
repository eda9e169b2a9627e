import { useTranslation } from "react-i18next";
import { Notice } from "@/shared/ui/Notice";

const PROBLEMS = ["away", "too-many", "refused", "failed", "inactive", "unverified", "ambiguous", "taken", "unknown"] as const;

/** The way in by the organisation's own sign-in, and why it led nowhere the last time. */
export function ByProvider({ name, next, problem }: { name: string; next: string | undefined; problem: string | undefined }) {
  const { t } = useTranslation();
  const known = PROBLEMS.find((each) => each === problem);
  return (
    <div className="mt-5 flex flex-col gap-4 border-b border-rule pb-5">
      {known ? (
        <Notice kind="fault" fresh>
          {t(`provider.${known}`, { name })}
        </Notice>
      ) : null}
      <a className="btn" href={`/oidc/begin${next ? `?next=${encodeURIComponent(next)}` : ""}`}>
        {t("provider.button", { name })}
      </a>
    </div>
  );
}
