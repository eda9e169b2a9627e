import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "@/shared/lib/copy";
import { Icon } from "./Icon";

export function CopyButton({ text, primary = false, onCopied }: { text: string; primary?: boolean; onCopied?: () => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, 2000);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);
  return (
    <button
      type="button"
      className={`btn ${primary ? "pri" : ""}`}
      onClick={() => {
        void copyText(text).then((done) => {
          setCopied(done);
          if (done) onCopied?.();
        });
      }}
    >
      <Icon name={copied ? "check" : "copy"} />
      <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
    </button>
  );
}
