import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { copyText } from "@/shared/lib/copy";
import { useDebounced } from "@/shared/lib/debounced";
import { formatNumber } from "@/shared/lib/format";
import { isTyping, singleKeysOn } from "@/shared/lib/keys";
import { Icon } from "@/shared/ui/Icon";
import { type LineRange, hashOf, labelOf, readCall } from "./range";

type What = "text" | "link" | "call";

interface SelectionBarProps {
  documentId: number;
  range: LineRange;
  textOf: (range: LineRange) => Promise<string>;
}

const KEYS: Record<string, What> = { c: "text", l: "link", r: "call" };
const MOST = 500;

/** What can be taken away from the selected lines, with what they cost an agent. */
export function SelectionBar({ documentId, range, textOf }: SelectionBarProps) {
  const { t, i18n } = useTranslation();
  const [copied, setCopied] = useState<What | null>(null);
  const rested = useDebounced(range, 200);
  const lines = rested.last - rested.first + 1;
  const { data } = useQuery({
    queryKey: ["cost", documentId, rested],
    queryFn: () => dataOf(api.POST("/api/v1/verbs/read", { body: { doc_id: documentId, offset: rested.first, limit: Math.min(lines, MOST) } })),
    staleTime: Infinity,
    enabled: lines <= MOST,
  });
  const copy = async (what: What) => {
    const text = what === "text" ? await textOf(range) : what === "call" ? readCall(documentId, range) : `${location.origin}/documents/${String(documentId)}#${hashOf(range)}`;
    if (await copyText(text)) setCopied(what);
  };
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => {
      setCopied(null);
    }, 2000);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const what = KEYS[event.key];
      if (!what || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || !singleKeysOn()) return;
      event.preventDefault();
      void copy(what);
    };
    window.addEventListener("keydown", press);
    return () => {
      window.removeEventListener("keydown", press);
    };
  });
  const tokens = data && rested.first === range.first && rested.last === range.last ? t("tokens", { count: data.tokens, formatted: formatNumber(data.tokens, i18n.language) }) : "";
  const button = (what: What, icon: "copy" | "link" | "call", label: string) => (
    <button type="button" onClick={() => void copy(what)}>
      <Icon name={copied === what ? "check" : icon} />
      {copied === what ? t("copied") : label}
    </button>
  );
  return (
    <div className="selbar" role="toolbar" aria-label={t("reader.selection")}>
      <span className="voice-mono">
        <em>{labelOf(range)}</em>
        {tokens ? <b>{tokens}</b> : null}
      </span>
      {button("text", "copy", t("reader.copyText"))}
      {button("link", "link", t("reader.copyLink"))}
      {button("call", "call", t("reader.copyCall"))}
      <span className="sr" role="status">
        {copied ? t("copied") : ""}
      </span>
    </div>
  );
}
