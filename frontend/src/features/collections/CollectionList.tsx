import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sessionQuery } from "@/shared/api/session";
import { plainCollectionName } from "@/shared/documents/collection";
import type { CollectionItem } from "@/shared/documents/roles";
import { formatNumber } from "@/shared/lib/format";
import { Icon } from "@/shared/ui/Icon";
import { Problem } from "./Problem";
import { collectionsChanged, makeCollection, nameProblem } from "./queries";

/** All collections of the caller, and a place to make one. */
export function CollectionList({ items, last, onChoose }: { items: readonly CollectionItem[]; last: number | null; onChoose: (id: number) => void }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const [name, setName] = useState("");
  // the one that was looked at before has the focus again
  const before = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    before.current?.focus();
  }, []);
  const make = useMutation({
    mutationFn: () => makeCollection(name.trim()),
    onSuccess: () => {
      setName("");
      collectionsChanged(queries);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) make.mutate();
  };
  const standing = (item: CollectionItem) => {
    if (item.owner !== session?.user?.username) return t(`collections.yourRole.${item.role}`, { owner: item.owner });
    return item.shared ? t("collections.yoursShared") : t("collections.yours");
  };
  return (
    <>
      <h2>{t("collections.title")}</h2>
      <ul className="coll-list">
        {items.map((item) => (
          <li key={item.id}>
            <button ref={item.id === last ? before : undefined} type="button" onClick={() => { onChoose(item.id); }}>
              <span className="coll-name voice-text">{plainCollectionName(item.name, t, item.owner === session?.user?.username ? "" : item.owner)}</span>
              <span className="coll-facts">
                {t("documents", { count: item.document_count, formatted: formatNumber(item.document_count, i18n.language) })}
                <span className="sep">·</span>
                {standing(item)}
              </span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
      <form className="coll-form" onSubmit={submit}>
        <label className="labelled grow">
          {t("library.newCollection")}
          <input className="field" maxLength={120} required autoComplete="off" value={name} onChange={(event) => { setName(event.target.value); }} />
        </label>
        <button type="submit" className="btn" disabled={make.isPending}>
          {t("collections.make")}
        </button>
        {make.isError ? <Problem>{nameProblem(make.error, { taken: t("collections.taken") }, t)}</Problem> : null}
      </form>
    </>
  );
}
