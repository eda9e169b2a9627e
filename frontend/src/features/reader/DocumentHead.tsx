import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type DocumentDetail, reindex } from "@/shared/documents/queries";
import { useIsReadOnly, useMayEdit } from "@/shared/documents/roles";
import { useCollectionName } from "@/shared/documents/useCollectionName";
import { formatNumber, langOf, lengthUnit, languageName, typeName } from "@/shared/lib/format";
import { usePhone } from "@/shared/lib/media";
import { Icon, type IconName } from "@/shared/ui/Icon";
import { Menu, type MenuEntry } from "@/shared/ui/Menu";
import { toast } from "@/shared/ui/toast";
import { Kin } from "./Kin";
import type { LineRange } from "./range";

interface DocumentHeadProps {
  document: DocumentDetail;
  rendered: boolean;
  originalOpen: boolean;
  selection: LineRange | null;
  onRendered: (rendered: boolean) => void;
  onFind: () => void;
  onOriginal: () => void;
  onPrint: () => void;
}

export function DocumentHead({ document, rendered, originalOpen, selection, onRendered, onFind, onOriginal, onPrint }: DocumentHeadProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const navigate = useNavigate();
  const changeable = useMayEdit(document.collection.id);
  const again = useMutation({
    mutationFn: () => reindex(document.id),
    onSuccess: () => {
      toast(t("library.reindexing", { count: 1 }));
    },
  });
  const tool = (icon: IconName, label: string, run: () => void, pressed?: boolean) => (
    <button type="button" className="btn ghost sm" aria-pressed={pressed} title={label} onClick={run}>
      <Icon name={icon} />
      <span className="tool-word">{label}</span>
    </button>
  );
  const agent = () => {
    void navigate({ to: "/agents", search: selection ? { verb: "read", document: document.id, ...selection } : { verb: "outline", document: document.id } });
  };
  const entries: MenuEntry[] = [
    ...(phone ? [{ kind: "item" as const, icon: "eye" as const, label: t("reader.asAgent"), onSelect: agent }] : []),
    { kind: "item", icon: "list", label: rendered ? t("reader.plain") : t("reader.set"), onSelect: () => { onRendered(!rendered); } },
    { kind: "download", icon: "file", label: t("reader.download"), href: `/api/v1/documents/${String(document.id)}/original`, name: document.file_name },
    ...(changeable ? [{ kind: "item" as const, icon: "retry" as const, label: t("library.readAgain"), onSelect: () => { again.mutate(); } }] : []),
    { kind: "item", icon: "print", label: t("reader.print"), onSelect: onPrint },
  ];
  return (
    <div className="doc-head">
      <div className="min-w-0">
        <h1 className="doc-title voice-text" lang={langOf(document.language)} dir="auto">
          {document.title}
        </h1>
        <Facts document={document} />
        <Kin document={document} />
      </div>
      <div className="doc-acts">
        {phone ? null : (
          <>
            {tool("search", t("reader.find"), onFind)}
            {tool("eye", t("reader.asAgent"), agent)}
            {tool("book", t("reader.original"), onOriginal, originalOpen)}
          </>
        )}
        <Menu className="btn ghost sm ico" label={t("reader.more")} entries={entries}>
          <Icon name="more" />
        </Menu>
      </div>
    </div>
  );
}

function Facts({ document }: { document: DocumentDetail }) {
  const { t, i18n } = useTranslation();
  const nameOf = useCollectionName();
  const readOnly = useIsReadOnly(document.collection.id);
  const number = (value: number) => formatNumber(value, i18n.language);
  const type = typeName(document.file_type, t("textType"));
  const facts = [
    document.authors.slice(0, 3).join(", "),
    document.page_count ? `${type}, ${t("pages", { count: document.page_count, formatted: number(document.page_count) })}` : type,
    t("lines", { count: document.line_count, formatted: number(document.line_count) }),
    t(lengthUnit(document.language), { count: document.word_count, formatted: number(document.word_count) }),
    languageName(document.language, ""),
    t("reader.in", { collection: nameOf(document.collection) }),
    readOnly ? t("reader.readOnly") : "",
    document.wrapped ? t("reader.wrapped") : "",
  ].filter(Boolean);
  return (
    <p className="doc-facts">
      {facts.map((fact, index) => (
        <span key={fact}>
          <span className="whitespace-nowrap">
            {fact}
            {index < facts.length - 1 ? <span className="sep">·</span> : null}
          </span>
          <wbr />
        </span>
      ))}
    </p>
  );
}
