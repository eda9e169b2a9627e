import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "@/shared/api/problem";
import { formatNumber } from "@/shared/lib/format";
import { type Store, useStore } from "@/shared/lib/store";
import { PaneError, Notice } from "@/shared/ui/Notice";
import { toast } from "@/shared/ui/toast";
import { type Draft, add, carriedOver, choose, indexOf, isChanged, moveTo, numbersOf, remove, rename, shift, undo } from "./draft";
import { EditorRow } from "./EditorRow";
import { EditorTools } from "./EditorTools";
import { Outdated } from "./Outdated";
import type { View } from "./Lines";
import { type Outline, outlineQuery, revertOutline, saveOutline } from "./queries";
import type { LineRange } from "./range";
import "./editor.css";

interface OutlineEditorProps {
  documentId: number;
  draft: Draft;
  /** The outline as it is now, as a draft. */
  present: () => Draft;
  /** Whether the draft was begun on an older one. */
  outdated: boolean;
  /** What people changed before: the titles that have no place in this text, or null for an outline as extracted. */
  lost: readonly string[] | null;
  lang: string | undefined;
  view: Store<View>;
  selection: LineRange | null;
  textOf: (range: LineRange) => Promise<string>;
  onDraft: (draft: Draft | null) => void;
  onGo: (line: number) => void;
}

const ROW = 30;

/** The contents pane while a person edits it. One tab stop for the sections; the tools of the chosen one stand below. */
export function OutlineEditor({ documentId, draft, present, outdated, lost, lang, view, selection, textOf, onDraft, onGo }: OutlineEditorProps) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const here = useStore(view).line;
  const line = selection?.first ?? here;
  const list = useRef<HTMLDivElement>(null);
  const [renaming, setRenaming] = useState(false);
  const numbers = useMemo(() => numbersOf(draft.items), [draft.items]);
  const index = indexOf(draft);
  const rows = useVirtualizer({ count: draft.items.length, getScrollElement: () => list.current, estimateSize: () => ROW, getItemKey: (position) => draft.items[position]?.key ?? position, overscan: 12 });
  const shown = async (outline: Outline) => {
    queries.setQueryData(outlineQuery(documentId).queryKey, outline);
    await Promise.all([queries.invalidateQueries({ queryKey: ["document", documentId] }), queries.invalidateQueries({ queryKey: ["documents"] })]);
  };
  const save = useMutation({
    mutationFn: () => saveOutline(documentId, draft),
    onSuccess: (outline) => {
      void shown(outline);
      toast(t("edit.saved"));
      onDraft(null);
    },
    onError: () => void queries.invalidateQueries({ queryKey: ["outline", documentId] }),
  });
  const revert = useMutation({
    mutationFn: () => revertOutline(documentId, draft.version),
    onSuccess: (outline) => {
      void shown(outline);
      const again = { ...draft, items: draft.before[0] ?? draft.items, version: outline.version };
      toast(t("edit.reverted"), { label: t("undo"), run: () => void saveOutline(documentId, again).then(shown) });
      onDraft(null);
    },
  });
  const failure = save.error ?? revert.error;
  const stale = failure instanceof ApiProblem && failure.code === "stale-outline";
  const takeOver = () => {
    save.reset();
    onDraft(carriedOver(draft, present()));
  };

  const showChosen = useEffectEvent(() => {
    if (index >= 0) rows.scrollToIndex(index, { align: "auto" });
  });
  useEffect(() => {
    showChosen();
  }, [draft.at, draft.items.length]);
  useEffect(() => {
    list.current?.focus();
  }, []);
  const changed = isChanged(draft);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
    };
  }, [changed]);

  const back = () => {
    setRenaming(false);
    list.current?.focus();
  };
  const addHere = async () => {
    const words = await textOf({ first: line, last: line });
    onDraft(add(draft, line, words));
    setRenaming(true);
  };
  const item = draft.items[index];
  const pick = (position: number) => {
    const next = choose(draft, position);
    onDraft(next);
    const chosen = next.items[indexOf(next)];
    if (chosen) onGo(chosen.line);
  };
  const press = (event: KeyboardEvent) => {
    if (renaming) return;
    const run = commandOf(event, {
      pick,
      index,
      last: draft.items.length - 1,
      change: (change) => { onDraft(change(draft)); },
      line: item?.line ?? 0,
      rename: () => { if (item) setRenaming(true); },
      add: () => void addHere(),
    });
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <section className="out" aria-label={t("edit.title")}>
      <div className="out-top">
        <h2>{t("edit.title")}</h2>
        <button type="button" className="btn ghost sm ed-undo" disabled={!changed} onClick={() => { onDraft(undo(draft)); }}>
          {t("undo")}
        </button>
      </div>
      {lost && lost.length > 0 ? (
        <div className="ed-note">
          <Notice kind="doubt">
            <span>{t("edit.lost", { count: lost.length })}</span> <span className="voice-text">{lost.slice(0, 5).join(" · ")}</span>
          </Notice>
        </div>
      ) : null}
      {draft.items.length === 0 ? <p className="out-none">{t("edit.empty")}</p> : null}
      <div ref={list} className="tree quiet-scroll" role="tree" tabIndex={0} aria-label={t("edit.title")} aria-describedby="edit-keys" aria-activedescendant={item ? `e${String(item.key)}` : undefined} onKeyDown={press}>
        <div className="relative" role="presentation" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((slot) => {
            const each = draft.items[slot.index];
            return each ? (
              <div key={slot.key} ref={rows.measureElement} data-index={slot.index} role="presentation" className="tree-slot" style={{ transform: `translateY(${String(slot.start)}px)` }}>
                <EditorRow
                  item={each}
                  number={numbers[slot.index] ?? ""}
                  chosen={slot.index === index}
                  renaming={renaming && slot.index === index}
                  lang={lang}
                  onPick={() => { pick(slot.index); }}
                  onRename={() => { pick(slot.index); setRenaming(true); }}
                  onTitle={(title) => { onDraft(title === null ? withoutUntitled(draft) : rename(draft, title)); back(); }}
                />
              </div>
            ) : null;
          })}
        </div>
      </div>
      <EditorTools draft={draft} here={line} onChange={(change) => { onDraft(change(draft)); }} onRename={() => { setRenaming(true); }} />
      <div className="ed-foot">
        <button type="button" className="btn sm" onClick={() => void addHere()}>
          {t("edit.add", { number: formatNumber(line, i18n.language) })}
        </button>
        {lost ? (
          <button type="button" className="link" onClick={() => { revert.mutate(); }} disabled={revert.isPending}>
            {t("edit.revert")}
          </button>
        ) : null}
        {failure && !stale ? <PaneError error={failure} /> : null}
        {outdated ? <Outdated onTakeOver={takeOver} onDiscard={() => { onDraft(null); }} /> : null}
        <div className="ed-acts">
          <button type="button" className="btn" onClick={() => { onDraft(null); }}>
            {t("cancel")}
          </button>
          <button type="button" className="btn pri" disabled={!changed || outdated || save.isPending || draft.items.some((each) => !each.title)} onClick={() => { save.mutate(); }}>
            {t("edit.save")}
          </button>
        </div>
        <p id="edit-keys" className="ed-keys">
          {t("edit.keys")}
        </p>
      </div>
    </section>
  );
}

/** A section that was added at a blank line and got no title is not kept. */
function withoutUntitled(draft: Draft): Draft {
  return draft.items[indexOf(draft)]?.title === "" ? undo(draft) : draft;
}

interface Hand {
  pick: (index: number) => void;
  index: number;
  last: number;
  line: number;
  change: (change: (draft: Draft) => Draft) => void;
  rename: () => void;
  add: () => void;
}

/** What a key does in the list of sections. */
function commandOf(event: KeyboardEvent, hand: Hand): (() => void) | undefined {
  const { key } = event;
  const plain: Record<string, () => void> = {
    ArrowDown: () => { hand.pick(hand.index + 1); },
    ArrowUp: () => { hand.pick(hand.index - 1); },
    Home: () => { hand.pick(0); },
    End: () => { hand.pick(hand.last); },
    Enter: hand.rename,
    F2: hand.rename,
    Insert: hand.add,
    Delete: () => { hand.change(remove); },
    Backspace: () => { hand.change(remove); },
  };
  const shifted: Record<string, () => void> = {
    ArrowRight: () => { hand.change((draft) => shift(draft, 1)); },
    ArrowLeft: () => { hand.change((draft) => shift(draft, -1)); },
    ArrowDown: () => { hand.change((draft) => moveTo(draft, hand.line + 1)); },
    ArrowUp: () => { hand.change((draft) => moveTo(draft, hand.line - 1)); },
  };
  if (event.altKey) return shifted[key];
  if (event.ctrlKey || event.metaKey) return key === "z" ? () => { hand.change(undo); } : undefined;
  return plain[key];
}
