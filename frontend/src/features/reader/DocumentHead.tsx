import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { type DocumentDetail, reindex } from "@/shared/documents/queries";
import { formatNumber, langOf, languageName, typeName } from "@/shared/lib/format";
import { usePhone } from "@/shared/lib/media";
import { Icon, type IconName } from "@/shared/ui/Icon";
import { toast } from "@/shared/ui/toast";

interface DocumentHeadProps {
  document: DocumentDetail;
  rendered: boolean;
  originalOpen: boolean;
  onRendered: (rendered: boolean) => void;
  onFind: () => void;
  onOriginal: () => void;
  onPrint: () => void;
}

export function DocumentHead({ document, rendered, originalOpen, onRendered, onFind, onOriginal, onPrint }: DocumentHeadProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const navigate = useNavigate();
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
    void navigate({ to: "/agents", search: { verb: "outline", document: document.id } });
  };
  return (
    <header className="doc-head">
      <div className="min-w-0">
        <h1 className="doc-title voice-text" lang={langOf(document.language)}>
          {document.title}
        </h1>
        <Facts document={document} />
      </div>
      <div className="doc-acts">
        {phone ? null : (
          <>
            {tool("search", t("reader.find"), onFind)}
            {tool("eye", t("reader.asAgent"), agent)}
            {tool("book", t("reader.original"), onOriginal, originalOpen)}
          </>
        )}
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger className="btn ghost sm ico" aria-label={t("reader.more")}>
            <Icon name="more" />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
              {phone ? (
                <DropdownMenu.Item onSelect={agent}>
                  <Icon name="eye" />
                  {t("reader.asAgent")}
                </DropdownMenu.Item>
              ) : null}
              <DropdownMenu.Item onSelect={() => { onRendered(!rendered); }}>
                <Icon name="list" />
                {rendered ? t("reader.plain") : t("reader.set")}
              </DropdownMenu.Item>
              <DropdownMenu.Item asChild>
                <a href={`/api/v1/documents/${String(document.id)}/original`} download={document.file_name}>
                  <Icon name="file" />
                  {t("reader.download")}
                </a>
              </DropdownMenu.Item>
              <DropdownMenu.Item onSelect={() => { again.mutate(); }}>
                <Icon name="retry" />
                {t("library.readAgain")}
              </DropdownMenu.Item>
              <DropdownMenu.Item onSelect={onPrint}>
                <Icon name="print" />
                {t("reader.print")}
              </DropdownMenu.Item>
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </div>
    </header>
  );
}

function Facts({ document }: { document: DocumentDetail }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const type = typeName(document.file_type, t("textType"));
  const facts = [
    document.authors.slice(0, 3).join(", "),
    document.page_count ? `${type}, ${t("pages", { count: document.page_count, formatted: number(document.page_count) })}` : type,
    t("lines", { count: document.line_count, formatted: number(document.line_count) }),
    t("words", { count: document.word_count, formatted: number(document.word_count) }),
    languageName(document.language, ""),
    t("reader.in", { collection: document.collection.name }),
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
