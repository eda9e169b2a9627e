import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Filters, SORTS, type Sort, countOf, toggled } from "@/shared/documents/filters";
import { facetsQuery } from "@/shared/documents/queries";
import { useReadOnlyTarget } from "@/shared/documents/roles";
import { ask } from "@/shared/lib/intents";
import { langOf, languageName, typeName } from "@/shared/lib/format";
import { useNarrow, usePhone } from "@/shared/lib/media";
import { Icon } from "@/shared/ui/Icon";
import { Menu } from "@/shared/ui/Menu";

interface HeadProps {
  count: string;
  sort: Sort;
  grid: boolean;
  filters: Filters;
  onSort: (sort: Sort) => void;
  onGrid: (on: boolean) => void;
  onFilter: () => void;
  onFilters: (filters: Filters) => void;
}

export function Head(props: HeadProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const narrow = useNarrow();
  const readOnly = useReadOnlyTarget(props.filters.collection);
  return (
    <>
      <div className="lib-head">
        <h1 className="page-title">{t("nav.library")}</h1>
        <span className="lib-count">{props.count}</span>
        <div className="lib-acts">
          {phone && readOnly ? null : phone ? (
            <button type="button" className="btn pri" onClick={() => { ask("choose-files"); }}>
              <Icon name="upload" />
              {t("upload.button")}
            </button>
          ) : (
            <>
              {narrow ? <FilterButton {...props} className="btn" /> : null}
              <SortMenu {...props} className="btn" />
              <div className="seg" role="group" aria-label={t("library.view")}>
                <button type="button" aria-pressed={!props.grid} aria-label={t("library.list")} onClick={() => { props.onGrid(false); }}>
                  <Icon name="list" />
                </button>
                <button type="button" aria-pressed={props.grid} aria-label={t("library.cards")} onClick={() => { props.onGrid(true); }}>
                  <Icon name="grid" />
                </button>
              </div>
            </>
          )}
        </div>
      </div>
      {phone ? <Chips {...props} /> : null}
    </>
  );
}

function FilterButton({ filters, onFilter, className }: HeadProps & { className: string }) {
  const { t } = useTranslation();
  const count = countOf(filters);
  return (
    <button type="button" className={className} aria-pressed={count > 0} onClick={onFilter}>
      <Icon name="filter" />
      {count > 0 ? t("library.filterOn", { count }) : t("library.filter")}
    </button>
  );
}

function SortMenu({ sort, onSort, className }: HeadProps & { className: string }) {
  const { t } = useTranslation();
  return (
    <Menu className={className} entries={[{ kind: "choice", value: sort, options: SORTS.map((value) => ({ value, label: t(`sort.${value as "-added"}`) })), onChoose: (value) => { onSort(value as Sort); } }]}>
      {t(`sort.${sort as "-added"}`)}
      <Icon name="down" />
    </Menu>
  );
}

/** On a phone: the sheet, the order, and the two types and languages that narrow most. */
function Chips(props: HeadProps) {
  const { t } = useTranslation();
  const { filters, onFilters } = props;
  const { data } = useQuery(facetsQuery(filters, ""));
  const quick = [
    ...(data?.type.slice(0, 2).map((each) => ({ name: "type" as const, value: each.value, label: typeName(each.value, t("textType")), lang: undefined })) ?? []),
    ...(data?.language.slice(0, 2).map((each) => ({ name: "language" as const, value: each.value, label: languageName(each.value, t("languageUnknown")), lang: langOf(each.value) })) ?? []),
  ];
  return (
    <div className="chips quiet-scroll">
      <FilterButton {...props} className="chip" />
      <SortMenu {...props} className="chip" />
      {quick.map(({ name, value, label, lang }) => {
        const on = filters[name]?.includes(value) ?? false;
        return (
          <button key={`${name}${value}`} type="button" className="chip" lang={lang} aria-pressed={on} onClick={() => { onFilters(toggled(filters, name, [value], !on)); }}>
            {label}
          </button>
        );
      })}
    </div>
  );
}
