import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { copyText } from "@/shared/lib/copy";
import { useDebounced } from "@/shared/lib/debounced";
import { formatNumber } from "@/shared/lib/format";
import { isTyping, singleKeysOn } from "@/shared/lib/keys";
import { useWindowKeys } from "@/shared/lib/window-keys";
import { type Store, useStore } from "@/shared/lib/store";
import { Icon } from "@/shared/ui/Icon";
import type { View } from "./Lines";
import { type LineRange, hashOf, labelOf, readCall, staysNear } from "./range";

type What = "text" | "link" | "call";

interface SelectionBarProps {
  documentId: number;
  range: LineRange;
  view: Store<View>;
  textOf: (range: LineRange) => Promise<string>;
  onDrop: () => void;
}

const KEYS: Record<string, What> = { c: "text", l: "link", r: "call" };
const MOST = 500;
/** As high as the bar and a line of text together, at most. */
const ROOM = 90;

/** The bar of a selection that can be seen. One that was scrolled far away keeps its lines, and gets the bar again when it comes back. */
export function SelectionBar(props: SelectionBarProps) {
  const { first, last } = useStore(props.view);
  const key = hashOf(props.range);
  const [near, setNear] = useState({ key, shown: true });
  const shown = near.key === key ? staysNear(near.shown, props.range, { first, last }) : true;
  if (near.key !== key || near.shown !== shown) setNear({ key, shown });
  return shown ? <Actions {...props} /> : null;
}

/** What can be taken away from the selected lines, with what they cost an agent. */
function Actions({ documentId, range, textOf, onDrop }: SelectionBarProps) {
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
  useWindowKeys((event) => {
    const what = KEYS[event.key];
    if (!what || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || !singleKeysOn()) return;
    event.preventDefault();
    void copy(what);
  });
  const tokens = data && rested.first === range.first && rested.last === range.last ? t("tokens", { count: data.tokens, formatted: formatNumber(data.tokens, i18n.language) }) : "";
  const button = (what: What, icon: "copy" | "link" | "call", label: string) => (
    <button type="button" onClick={() => void copy(what)}>
      <Icon name={copied === what ? "check" : icon} />
      {copied === what ? t("copied") : label}
    </button>
  );
  useEffect(() => {
    // The bar takes a strip of the text's room: a line that was at its foot stays in view.
    const lines = document.querySelector(".lines");
    const row = document.getElementById(`L${String(range.last)}`);
    if (!lines || !row) return;
    const under = row.getBoundingClientRect().bottom - lines.getBoundingClientRect().bottom;
    if (under > 0 && under < ROOM) lines.scrollTop += under;
  }, [range]);
  return (
    <div className="selbar" role="toolbar" aria-label={t("reader.selection")}>
      <span className="voice-mono">
        <em>{labelOf(range)}</em>
        {tokens ? <b>{tokens}</b> : null}
      </span>
      {button("text", "copy", t("reader.copyText"))}
      {button("link", "link", t("reader.copyLink"))}
      {button("call", "call", t("reader.copyCall"))}
      <button type="button" className="selbar-drop" aria-label={t("library.clear")} title={t("library.clear")} onClick={onDrop}>
        <Icon name="close" />
      </button>
      <span className="sr" role="status">
        {copied ? t("copied") : ""}
      </span>
    </div>
  );
}
