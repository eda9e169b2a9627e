import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Popover } from "radix-ui";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCollectionName } from "@/shared/documents/useCollectionName";
import { collectionsQuery } from "@/shared/api/session";
import { sentenceOf } from "@/shared/api/problem";
import { bulkAll, notDone } from "@/shared/documents/queries";
import { mayEdit, useMayEditAll } from "@/shared/documents/roles";
import { Icon } from "@/shared/ui/Icon";
import { Menu } from "@/shared/ui/Menu";
import { toast } from "@/shared/ui/toast";
import { DeleteDialog } from "./DeleteDialog";
import { NewCollection } from "./NewCollection";
import type { Selection } from "./selection";

/** What can be done to the selected documents. Tags and moves can be undone; a deletion asks first. */
export default function BulkActions({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  const [behind, setBehind] = useState<number | null>(null);
  const ids = [...selection.ids];
  const count = ids.length;
  const all = selection.complete;
  const mayEditAll = useMayEditAll();
  const changeable = mayEditAll(ids.map((id) => ({ collection: { id: selection.homeOf(id) ?? 0 } })));
  const fresh = () => {
    for (const key of ["documents", "facets", "collections"]) void queries.invalidateQueries({ queryKey: [key] });
  };
  /** said: what was done, to how many. undo: the way back, for those it was done to. */
  const act = async (action: Parameters<typeof bulkAll>[0], said: (count: number) => string, undo?: (done: number[]) => Promise<unknown>) => {
    setBehind(0);
    try {
      const answer = await bulkAll(action, ids, setBehind);
      fresh();
      const done = answer.done.length;
      const left = notDone(answer, t);
      if (done > 0) toast(said(done), undo ? { label: t("undo"), run: () => void undo(answer.done).then(fresh) } : undefined);
      if (left) toast(left);
      selection.clear();
    } catch (error) {
      toast(sentenceOf(error, t));
      fresh();
    }
    setBehind(null);
  };
  return (
    <div className="bulk" role="toolbar" aria-label={t("library.bulk")} aria-busy={behind !== null}>
      <input
        type="checkbox"
        className="cb"
        aria-label={t("library.selectAll")}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = !all;
        }}
        onChange={() => {
          if (all) selection.clear();
          else selection.all().catch((error: unknown) => { toast(sentenceOf(error, t)); });
        }}
      />
      <b className="mr-2" role="status">
        {behind !== null ? t("upload.progress", { done: behind, total: count }) : all ? t("library.allSelected", { count }) : t("library.selected", { count })}
      </b>
      {behind !== null ? null : changeable ? (
        <>
          <TagForm onTag={(tag) => void act({ action: "tag", add_tags: [tag] }, (done) => t("library.tagged", { count: done, tag }), (done) => bulkAll({ action: "tag", remove_tags: [tag] }, done))} />
          <MoveMenu
            onMove={(collection, name) => {
              const before = new Map(ids.map((id) => [id, selection.homeOf(id)]));
              void act({ action: "move", collection }, (done) => t("library.moved", { count: done, name }), async (done) => {
                for (const home of new Set(before.values()))
                  await bulkAll({ action: "move", collection: String(home) }, done.filter((id) => before.get(id) === home));
              });
            }}
          />
          <button type="button" className="btn ghost sm" onClick={() => void act({ action: "reindex" }, (done) => t("library.reindexing", { count: done }))}>
            <Icon name="retry" />
            {t("library.readAgain")}
          </button>
          <button type="button" className="btn ghost sm" onClick={() => { setDeleting(true); }}>
            <Icon name="trash" />
            {t("delete")}
          </button>
        </>
      ) : (
        <span className="text-ink-2">{t("library.onlyRead", { count })}</span>
      )}
      <button type="button" className="btn ghost sm ico ml-auto" aria-label={t("library.clear")} onClick={selection.clear}>
        <Icon name="close" />
      </button>
      <DeleteDialog ids={deleting ? ids : []} onClose={() => { setDeleting(false); }} onDone={selection.clear} />
    </div>
  );
}

function TagForm({ onTag }: { onTag: (tag: string) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [tag, setTag] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tag.trim()) return;
    onTag(tag.trim());
    setTag("");
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="btn ghost sm">
        <Icon name="tag" />
        {t("library.tag")}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu mend" align="start" sideOffset={6} aria-label={t("library.tag")}>
          <form className="flex gap-2" onSubmit={submit}>
            <input className="field" maxLength={60} placeholder={t("library.tagName")} aria-label={t("library.tagName")} value={tag} onChange={(event) => { setTag(event.target.value); }} />
            <button type="submit" className="btn">
              {t("add")}
            </button>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function MoveMenu({ onMove }: { onMove: (collection: string, name: string) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(collectionsQuery);
  const nameOf = useCollectionName();
  const [making, setMaking] = useState(false);
  return (
    <>
      <Menu
        className="btn ghost sm"
        align="start"
        entries={[
          ...(data ?? []).filter((each) => mayEdit(each.role)).map((each) => ({ kind: "item" as const, label: nameOf(each), onSelect: () => { onMove(String(each.id), nameOf(each)); } })),
          { kind: "separator" },
          { kind: "item", label: t("library.newCollection"), onSelect: () => { setMaking(true); } },
        ]}
      >
        <Icon name="move" />
        {t("library.move")}
      </Menu>
      <NewCollection open={making} onClose={() => { setMaking(false); }} onMade={onMove} />
    </>
  );
}
