import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { collectionsQuery } from "@/shared/api/session";
import { Dialog } from "@/shared/ui/Dialog";
import { PaneError } from "@/shared/ui/Notice";
import { CollectionList } from "./CollectionList";
import { CollectionView } from "./CollectionView";
import "./collections.css";

/** Collections: what there is, what one may do there, and whom they are shared with. */
export default function CollectionsDialog({ open, onClose, onShow }: { open: boolean; onClose: () => void; onShow: (id: number) => void }) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<number | null>(null);
  const [last, remember] = useState<number | null>(null);
  const collections = useQuery(collectionsQuery);
  const item = collections.data?.find((each) => each.id === chosen);
  const leave = () => {
    choose(null);
    onClose();
  };
  return (
    <Dialog open={open} onClose={leave} label={t("collections.title")} kind="panel wide">
      {collections.isError ? <PaneError error={collections.error} retry={() => void collections.refetch()} /> : null}
      {item ? <CollectionView key={item.id} item={item} onBack={() => { choose(null); }} onShow={() => { leave(); onShow(item.id); }} /> : <CollectionList items={collections.data ?? []} last={last} onChoose={(id) => { remember(id); choose(id); }} />}
      <div className="mt-5 flex justify-end">
        <button type="button" className="btn" onClick={leave}>
          {t("close")}
        </button>
      </div>
    </Dialog>
  );
}
