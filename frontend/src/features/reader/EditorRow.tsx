import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "@/shared/lib/composing";
import type { Item } from "./draft";

interface EditorRowProps {
  item: Item;
  number: string;
  chosen: boolean;
  renaming: boolean;
  lang: string | undefined;
  onPick: () => void;
  onRename: () => void;
  /** The new title; null when it stays. */
  onTitle: (title: string | null) => void;
}

/** A section while it is edited: its title becomes a field in its own place. */
export function EditorRow({ item, number, chosen, renaming, lang, onPick, onRename, onTitle }: EditorRowProps) {
  const { t } = useTranslation();
  const level = Math.min(item.level, 5);
  return (
    // Keys are taken by the tree, which is the one tab stop.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={`e${String(item.key)}`}
      className={`sec l${String(level)} ${chosen ? "chosen" : ""} ${item.doubtful ? "doubt" : ""}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={item.level}
      aria-selected={chosen}
      aria-label={t("edit.row", { number, title: item.title, line: item.line })}
      onClick={renaming ? undefined : onPick}
      onDoubleClick={renaming ? undefined : onRename}
    >
      <span className="n">{number}</span>
      {renaming ? (
        <TitleField title={item.title} lang={lang} onTitle={onTitle} />
      ) : (
        <div className="tt">
          <span className={`leader ${item.doubtful ? "low" : ""}`} aria-hidden="true" />
          <span className="tl" lang={lang} dir="auto">
            {item.title}
          </span>
          <span className="re">
            {item.doubtful ? <span className="tag">{t("reader.doubt")}</span> : null}
            <span className="ln">{item.line}</span>
          </span>
        </div>
      )}
    </div>
  );
}

function TitleField({ title, lang, onTitle }: { title: string; lang: string | undefined; onTitle: (title: string | null) => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const told = useRef(false);
  useEffect(() => {
    field.current?.select();
  }, []);
  // Once: Enter takes the field away, and what is taken away is left as well.
  const tell = (value: string | null) => {
    if (told.current) return;
    told.current = true;
    onTitle(value?.trim() ? value : null);
  };
  return (
    <input
      ref={field}
      className="field ed-title"
      aria-label={t("edit.titleField")}
      lang={lang}
      dir="auto"
      defaultValue={title}
      maxLength={300}
      onBlur={(event) => { tell(event.target.value); }}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === "Enter") tell(event.currentTarget.value);
        else if (event.key === "Escape") tell(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
