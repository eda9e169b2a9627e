import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Schemas, api, dataOf } from "@/shared/api/client";
import { sentenceOf } from "@/shared/api/problem";
import { CopyButton } from "@/shared/ui/CopyButton";
import { FormDialog } from "@/shared/ui/FormDialog";
import { Icon } from "@/shared/ui/Icon";
import { lazyPane } from "@/shared/ui/lazily";
import { Notice } from "@/shared/ui/Notice";
import { UNLIMITED, limitsOf } from "./limits";

const TokenLimits = lazyPane(async () => (await import("./TokenLimits")).default);

type Issued = Schemas["IssuedToken"];

const DAY = 86_400_000;
const EXPIRIES = { never: 0, month: 30, quarter: 90, year: 365 } as const;
type Expiry = keyof typeof EXPIRIES;

interface NewTokenProps {
  issued: Issued | null;
  onIssued: (issued: Issued | null) => void;
  /** Whether the secret was copied, alone or inside a configuration. */
  copied: boolean;
  onCopied: () => void;
}

export function NewToken({ issued, onIssued, copied, onCopied }: NewTokenProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [expiry, setExpiry] = useState<Expiry>("quarter");
  const [writes, setWrites] = useState(false);
  const [limiting, setLimiting] = useState(false);
  const [limits, setLimits] = useState(UNLIMITED);
  const make = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/api/v1/tokens", {
          body: {
            name: name.trim(),
            scopes: writes ? ["read", "write"] : ["read"],
            expires_at: EXPIRIES[expiry] ? new Date(Date.now() + EXPIRIES[expiry] * DAY).toISOString() : null,
            ...limitsOf(limits),
          },
        }),
      ),
    onSuccess: (answer) => {
      onIssued(answer);
      setName("");
      setLimits(UNLIMITED);
      setLimiting(false);
      void queries.invalidateQueries({ queryKey: ["tokens"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) make.mutate();
  };
  if (issued) return <SecretOnce issued={issued} copied={copied} onCopied={onCopied} onDone={() => { onIssued(null); }} />;
  return (
    <form className="new-token" onSubmit={submit}>
      <label className="labelled grow">
        {t("connect.name")}
        <input className="field" maxLength={100} required placeholder="Claude Code" value={name} onChange={(event) => { setName(event.target.value); }} />
      </label>
      <label className="labelled">
        {t("connect.expiry")}
        <select className="field" value={expiry} onChange={(event) => { setExpiry(event.target.value as Expiry); }}>
          {(Object.keys(EXPIRIES) as Expiry[]).map((each) => (
            <option key={each} value={each}>
              {t(`connect.expiries.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="labelled">
        {t("connect.scope")}
        <select className="field" value={writes ? "write" : "read"} onChange={(event) => { setWrites(event.target.value === "write"); }}>
          <option value="read">{t("connect.scopes.read")}</option>
          <option value="write">{t("connect.scopes.write")}</option>
        </select>
      </label>
      <button type="submit" className="btn pri" disabled={make.isPending}>
        {t("connect.make")}
      </button>
      <div className="w-full">
        <button type="button" className="limits-fold" aria-expanded={limiting} onClick={() => { setLimiting(!limiting); }}>
          <Icon name={limiting ? "down" : "right"} />
          {t("connect.limits")}
        </button>
        {limiting ? <TokenLimits limits={limits} onChange={setLimits} /> : null}
      </div>
      {make.isError ? (
        <div className="w-full">
          <Notice kind="fault" fresh>
            {sentenceOf(make.error, t)}
          </Notice>
        </div>
      ) : null}
    </form>
  );
}

/** Shown once: leaving before it was copied asks. */
function SecretOnce({ issued, copied, onCopied, onDone }: { issued: Issued; copied: boolean; onCopied: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const leaving = useBlocker({ shouldBlockFn: () => !copied, enableBeforeUnload: () => !copied, disabled: copied, withResolver: true });
  return (
    <div>
      <Notice kind="doubt">{t("connect.once")}</Notice>
      <div className="copy-row mt-2">
        <code className="voice-mono">{issued.secret}</code>
        <CopyButton text={issued.secret} primary={!copied} onCopied={onCopied} />
      </div>
      {copied ? (
        <p className="step-note">
          <button type="button" className="link" onClick={onDone}>
            {t("connect.another")}
          </button>
        </p>
      ) : null}
      <FormDialog
        open={leaving.status === "blocked"}
        title={t("connect.leave")}
        action={t("connect.leaveNow")}
        danger
        pending={false}
        error={null}
        onClose={() => { leaving.reset?.(); }}
        onSubmit={() => { leaving.proceed?.(); }}
      >
        <p className="mt-2 text-ink-2">{t("connect.leaveText")}</p>
      </FormDialog>
    </div>
  );
}
