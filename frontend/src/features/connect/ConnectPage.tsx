import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "@/shared/api/client";
import { useTitle } from "@/shared/lib/title";
import { CopyButton } from "@/shared/ui/CopyButton";
import { CLIENTS, CLIENT_NAMES, type Client, recipeOf } from "./clients";
import { FirstCall } from "./FirstCall";
import { NewToken } from "./NewToken";
import { TokenTable } from "./TokenTable";
import "./connect.css";

export function ConnectPage() {
  const { t } = useTranslation();
  useTitle(t("nav.connect"));
  const address = `${location.origin}/mcp`;
  const [issued, setIssued] = useState<Schemas["IssuedToken"] | null>(null);
  const [client, setClient] = useState<Client>("claude-code");
  // What was copied is remembered by its token: the next one is shown once again.
  const [copiedToken, setCopiedToken] = useState<number | null>(null);
  const copied = issued !== null && copiedToken === issued.token.id;
  const noteCopied = () => { setCopiedToken(issued?.token.id ?? null); };
  const recipe = recipeOf(client, address, issued?.secret ?? "mok_…");
  return (
    <main className="connect quiet-scroll clears-foot">
      <div className="connect-column">
        <h1 className="page-title">{t("connect.title")}</h1>
        <p className="mt-1 text-ink-2">{t("connect.text")}</p>
        <ol className="steps">
          <li>
            <h2>{t("connect.address")}</h2>
            <div className="copy-row">
              <code className="voice-mono">{address}</code>
              <CopyButton text={address} />
            </div>
            <p className="step-note">{t("connect.older", { address: `${location.origin}/sse` })}</p>
          </li>
          <li>
            <h2>{t("connect.token")}</h2>
            <NewToken issued={issued} onIssued={setIssued} copied={copied} onCopied={noteCopied} />
          </li>
          <li>
            <h2>{t("connect.client")}</h2>
            <div className="seg clients" role="group" aria-label={t("connect.client")}>
              {CLIENTS.map((each) => (
                <button key={each} type="button" aria-pressed={client === each} onClick={() => { setClient(each); }}>
                  {CLIENT_NAMES[each]}
                </button>
              ))}
            </div>
            <p className="step-note">{recipe.file ? t("connect.inFile", { file: recipe.file }) : t("connect.inTerminal")}</p>
            <div className="recipe">
              {/* A scrolling region has to be reachable by keys. */}
              {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <pre className="voice-mono quiet-scroll" tabIndex={0} aria-label={CLIENT_NAMES[client]}>
                {recipe.text}
              </pre>
              <CopyButton text={recipe.text} onCopied={noteCopied} />
            </div>
            {issued ? null : <p className="step-note">{t("connect.placeholder")}</p>}
          </li>
          <li>
            <h2>{t("connect.check")}</h2>
            <FirstCall tokenId={issued?.token.id} />
          </li>
        </ol>
        <TokenTable />
      </div>
    </main>
  );
}
