import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/shared/api/problem";
import { sessionQuery } from "@/shared/api/session";
import { plainCollectionName } from "@/shared/documents/collection";
import type { CollectionItem } from "@/shared/documents/roles";
import { formatNumber } from "@/shared/lib/format";
import { Icon } from "@/shared/ui/Icon";
import { HandOver } from "./HandOver";
import { Members } from "./Members";
import { Problem } from "./Problem";
import { collectionsChanged, deleteCollection, nameProblem, renameCollection } from "./queries";

/** One collection: who owns it, what one may do in it, and for its managers what can be changed about it. */
export function CollectionView({ item, onBack, onShow }: { item: CollectionItem; onBack: () => void; onShow: () => void }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  // who came by keys goes on by keys
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    back.current?.focus();
  }, []);
  const own = item.owner === session?.user?.username;
  const manages = item.role === "manager";
  const remove = useMutation({
    mutationFn: () => deleteCollection(item.id),
    onSuccess: () => {
      onBack();
      collectionsChanged(queries);
    },
  });
  return (
    <>
      <button ref={back} type="button" className="btn ghost sm -ml-2" onClick={onBack}>
        <Icon name="left" />
        {t("collections.all")}
      </button>
      <h2 className="mt-1">{plainCollectionName(item.name, t, own ? "" : item.owner)}</h2>
      <p className="text-ink-2">
        {t("documents", { count: item.document_count, formatted: formatNumber(item.document_count, i18n.language) })}
        <span className="sep">·</span>
        {own ? t("collections.yours") : t("collections.of", { owner: item.owner })}
        <span className="sep">·</span>
        <button type="button" className="link" onClick={onShow}>
          {t("collections.show")}
        </button>
      </p>
      {own ? null : <p className="mt-3">{t(`collections.mayBe.${item.role}`)}</p>}
      {manages ? null : <p className="text-ink-2">{t("collections.askOwner", { owner: item.owner })}</p>}
      {manages ? (
        <>
          <Rename item={item} />
          <Members item={item} self={session?.user?.username ?? ""} />
          {own ? <HandOver item={item} /> : null}
          {item.document_count === 0 ? (
            <div className="coll-part">
              <button type="button" className="btn" disabled={remove.isPending} onClick={() => { remove.mutate(); }}>
                <Icon name="trash" />
                {t("collections.deleteEmpty")}
              </button>
              {remove.isError ? <Problem>{sentenceOf(remove.error, t)}</Problem> : null}
            </div>
          ) : null}
        </>
      ) : null}
    </>
  );
}

function Rename({ item }: { item: CollectionItem }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState(item.name);
  const rename = useMutation({
    mutationFn: () => renameCollection(item.id, name.trim()),
    onSuccess: (renamed) => {
      setName(renamed.name);
      collectionsChanged(queries);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && name.trim() !== item.name) rename.mutate();
  };
  return (
    <form className="coll-form" onSubmit={submit}>
      <label className="labelled grow">
        {t("collections.name")}
        <input className="field" maxLength={120} required autoComplete="off" value={name} onChange={(event) => { setName(event.target.value); }} />
      </label>
      <button type="submit" className="btn" disabled={rename.isPending || name.trim() === item.name || name.trim() === ""}>
        {t("collections.rename")}
      </button>
      {rename.isError ? <Problem>{nameProblem(rename.error, { taken: t("collections.taken") }, t)}</Problem> : null}
    </form>
  );
}
