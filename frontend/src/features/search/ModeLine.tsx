import { useTranslation } from "react-i18next";
import type { Schemas } from "@/shared/api/client";
import { formatNumber } from "@/shared/lib/format";

type Mode = Schemas["SearchMode"];

/** How many were found and, honestly, by which paths. */
export function ModeLine({ answer }: { answer: Schemas["SearchResponse"] }) {
  const { t, i18n } = useTranslation();
  const count = answer.results.length;
  const formatted = `${formatNumber(count, i18n.language)}${answer.more_match ? "+" : ""}`;
  return (
    <p className="mode-line" role="status">
      {t("search.modeLine", { found: t("documents", { count, formatted }), paths: modeWords(answer.mode, t) })}
    </p>
  );
}

function modeWords(mode: Mode, t: ReturnType<typeof useTranslation>["t"]): string {
  const semantic = mode.semantic ? t("search.semantic") : "";
  const keyword = mode.keyword ? t("search.keyword") : "";
  const both = [keyword, semantic].filter(Boolean).join(" + ");
  const paths = mode.keyword && mode.semantic ? both : mode.keyword ? t("search.keywordOnly") : t("search.semanticOnly");
  const percent = typeof mode.semantic_ready === "number" && mode.semantic_ready < 1 ? Math.floor(mode.semantic_ready * 100) : null;
  return percent === null ? paths : t("search.withProgress", { paths, percent });
}
