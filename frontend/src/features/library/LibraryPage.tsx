import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { FacetPane } from "@/shared/documents/FacetPane";
import type { Filters, Sort } from "@/shared/documents/filters";
import { documentsQuery } from "@/shared/documents/queries";
import { formatNumber } from "@/shared/lib/format";
import { ask } from "@/shared/lib/intents";
import { useNarrow, usePhone } from "@/shared/lib/media";
import { useTitle } from "@/shared/lib/title";
import { Dialog } from "@/shared/ui/Dialog";
import { PaneError } from "@/shared/ui/Notice";
import { BulkBar } from "./BulkBar";
import { Nothing } from "./Empty";
import { EntryCards } from "./EntryCards";
import { EntryList } from "./EntryList";
import { Head } from "./Head";
import { useSelection } from "./selection";
import "./library.css";

export function LibraryPage() {
  const { t, i18n } = useTranslation();
  useTitle(t("nav.library"));
  const search = useSearch({ from: "/inside/" });
  const navigate = useNavigate({ from: "/" });
  const narrow = useNarrow();
  const phone = usePhone();
  const [filtering, setFiltering] = useState(false);
  const { sort = "-added", view, q = "", ...filters } = search;
  const list = useInfiniteQuery(documentsQuery(filters, sort, q));
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const selection = useSelection(items, total, filters, q);
  const change = (next: Filters) => {
    void navigate({ search: { ...next, ...(sort === "-added" ? {} : { sort }), ...(view ? { view } : {}), ...(q ? { q } : {}) }, replace: true });
  };
  const grid = view === "grid" && !phone;
  const Entries = grid ? EntryCards : EntryList;
  const manage = () => {
    setFiltering(false);
    ask("manage-collections");
  };

  return (
    <div className="lib">
      {total > 0 ? (
        <a className="skip" href="#list" onClick={(event) => { event.preventDefault(); document.getElementById("list")?.focus(); }}>
          {t("library.skip")}
        </a>
      ) : null}
      {narrow ? null : (
        <aside className="lib-side quiet-scroll" aria-label={t("library.filters")}>
          <FacetPane filters={filters} q={q} onManage={manage} onChange={change} />
        </aside>
      )}
      <main className="lib-main">
        <Head
          count={list.data ? t("documents", { count: total, formatted: formatNumber(total, i18n.language) }) : ""}
          sort={sort}
          grid={grid}
          filters={filters}
          onSort={(next: Sort) => void navigate({ search: (before) => ({ ...before, sort: next }), replace: true })}
          onGrid={(on) => void navigate({ search: (before) => ({ ...before, view: on ? ("grid" as const) : undefined }), replace: true })}
          onFilter={() => { setFiltering(true); }}
          onFilters={change}
        />
        {list.isError ? <PaneError error={list.error} retry={() => void list.refetch()} /> : null}
        {list.isSuccess && total === 0 ? <Nothing filters={filters} q={q} clear={() => { change({}); }} /> : null}
        {total > 0 ? (
          <>
            <BulkBar selection={selection} phone={phone} grid={grid} />
            <Entries items={items} total={total} hasMore={list.hasNextPage && !list.isFetchNextPageError} more={list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError} onMore={() => void list.fetchNextPage()} selection={selection} />
          </>
        ) : null}
      </main>
      <Dialog open={filtering && narrow} onClose={() => { setFiltering(false); }} label={t("library.filters")} kind={phone ? "sheet" : "sheet left"}>
        <div className="flex-1 overflow-auto p-5">
          <FacetPane filters={filters} q={q} onManage={manage} onChange={change} />
        </div>
        <div className="border-t border-rule p-3 flex">
          <button type="button" className="btn pri flex-1" onClick={() => { setFiltering(false); }}>
            {t("library.show", { count: total, formatted: formatNumber(total, i18n.language) })}
          </button>
        </div>
      </Dialog>
    </div>
  );
}
