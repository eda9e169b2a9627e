import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import type { Schemas } from "@/shared/api/client";
import { collectionsQuery, statusQuery } from "@/shared/api/session";
import { formatNumber, langOf, languageName, typeName } from "@/shared/lib/format";
import { FACETS, type FacetName, type Filters, toggled } from "./filters";
import { facetsQuery } from "./queries";
import { useCollectionName, useForeignOwner } from "./useCollectionName";

interface Option {
  key: string;
  label: string;
  lang: string | undefined;
  values: string[];
  count: number;
}

const ORDER: readonly FacetName[] = FACETS;
const QUALITIES = ["high", "medium", "low", "none"] as const;

type Counts = Record<FacetName, Schemas["FacetCount"][]>;

function summed(counts: Schemas["FacetCount"][], values: string[]): number {
  return counts.filter((each) => values.includes(each.value)).reduce((sum, each) => sum + each.count, 0);
}

function fixedOptions(name: FacetName, counts: Counts, t: TFunction, semantic: boolean): Option[] | null {
  if (name === "outline_quality")
    return QUALITIES.map((value) => ({ key: value, label: t(`quality.${value}`), lang: undefined, values: [value], count: summed(counts[name], [value]) }));
  if (name !== "state") return null;
  const ready = semantic ? ["complete"] : ["searchable", "complete"];
  const working = semantic ? ["received", "extracting", "searchable"] : ["received", "extracting"];
  return [
    { key: "complete", values: ready },
    { key: "working", values: working },
    { key: "failed", values: ["failed"] },
  ].map(({ key, values }) => ({ key, label: t(`facetState.${key as "complete"}`), lang: undefined, values, count: summed(counts.state, values) }));
}

/** nameOf: the name of a collection, by its id and what it is called there; without that, when no document counts for it. */
export function optionsOf(name: FacetName, counts: Counts, chosen: string[], t: TFunction, { semantic, nameOf }: { semantic: boolean; nameOf: Known["nameOf"] }): Option[] {
  const fixed = fixedOptions(name, counts, t, semantic);
  if (fixed) return fixed.filter((option) => option.count > 0 || option.values.some((value) => chosen.includes(value)));
  const known = counts[name];
  const gone = chosen.filter((value) => !known.some((each) => each.value === value)).map((value) => ({ value, label: name === "collection" ? nameOf(value) : value, count: 0 }));
  return [...known, ...gone].map(({ value, label, count }) => ({
    key: value,
    label: name === "type" ? typeName(value, t("textType")) : name === "language" ? languageName(value, t("languageUnknown")) : name === "collection" ? nameOf(value, label) : label,
    lang: name === "language" ? langOf(value) : undefined,
    values: [value],
    count,
  }));
}

interface FacetPaneProps {
  filters: Filters;
  q?: string;
  names?: readonly FacetName[];
  /** Counts are the library's. Where results of a question are narrowed they would be wrong, and are left out. */
  counted?: boolean;
  /** Where collections are managed; without it they are only chosen here. */
  onManage?: () => void;
  onChange: (filters: Filters) => void;
}

/** Counts for each filter, set like a contents page. */
export function FacetPane({ filters, q = "", names = ORDER, counted = true, onManage, onChange }: FacetPaneProps) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(facetsQuery(filters, q));
  const { data: status } = useQuery(statusQuery);
  const { nameOf, roleOf } = useCollections();
  if (!data) return null;
  return (
    <>
      {names.map((name) => {
        const chosen = filters[name] ?? [];
        const options = optionsOf(name, data, chosen, t, { semantic: status?.semantic_progress !== null, nameOf });
        const managed = name === "collection" && onManage !== undefined;
        if (options.length === 0 && !managed) return null;
        return (
          <fieldset key={name} className="facet">
            <legend>{t(`facet.${name}`)}</legend>
            {managed ? (
              <button type="button" className="facet-act" aria-label={t("library.manageCollections")} onClick={onManage}>
                {t("library.manage")}
              </button>
            ) : null}
            {options.map((option) => (
              <label key={option.key}>
                <input
                  type="checkbox"
                  className="cb"
                  checked={option.values.every((value) => chosen.includes(value))}
                  onChange={(event) => {
                    onChange(toggled(filters, name, option.values, event.target.checked));
                  }}
                />
                <span className="facet-name" lang={option.lang}>
                  {option.label}
                </span>
                {name === "collection" ? <span className="facet-note">{roleOf(option.key)}</span> : null}
                {counted ? (
                  <>
                    <span className="leader" aria-hidden="true" />
                    <span className="facet-count">{formatNumber(option.count, i18n.language)}</span>
                  </>
                ) : null}
              </label>
            ))}
          </fieldset>
        );
      })}
    </>
  );
}

interface Known {
  nameOf: (key: string, called?: string) => string;
  /** What one is in a collection of somebody else; empty in one's own. */
  roleOf: (key: string) => string;
}

function useCollections(): Known {
  const { t } = useTranslation();
  const { data: collections } = useQuery(collectionsQuery);
  const named = useCollectionName();
  const ownerOf = useForeignOwner();
  const find = (key: string) => collections?.find((each) => String(each.id) === key);
  return {
    nameOf: (key, called) => named({ id: Number(key), name: called ?? find(key)?.name ?? key }),
    roleOf: (key) => {
      const found = find(key);
      return found && ownerOf(found.id) ? t(`collections.role.${found.role}`) : "";
    },
  };
}
