import { useTranslation } from "react-i18next";
import type { Store } from "@/shared/lib/store";
import { Icon } from "@/shared/ui/Icon";
import type { View } from "./Lines";
import type { Node } from "./outline";
import { headOf, useHere } from "./RunningHead";

interface DockProps {
  nodes: Node[];
  view: Store<View>;
  lang: string | undefined;
  onContents: () => void;
  onFind: () => void;
  onOriginal: () => void;
}

/** On a phone, at the thumb: the contents with the current section, find, the original. */
export function Dock({ nodes, view, lang, onContents, onFind, onOriginal }: DockProps) {
  const { t } = useTranslation();
  const here = useHere(nodes, view);
  return (
    <div className="dock">
      <button type="button" className="dock-cur" onClick={onContents}>
        <Icon name="list" />
        <span className="sr">{t("reader.contents")}: </span>
        <span lang={here ? lang : undefined} dir="auto">{here ? headOf(here) : t("reader.contents")}</span>
      </button>
      <button type="button" className="btn ghost ico" aria-label={t("reader.find")} onClick={onFind}>
        <Icon name="search" />
      </button>
      <button type="button" className="btn ghost ico" aria-label={t("reader.original")} onClick={onOriginal}>
        <Icon name="file" />
      </button>
    </div>
  );
}
