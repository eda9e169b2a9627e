import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "@/shared/api/client";
import { sessionQuery } from "@/shared/api/session";
import { Dialog } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";
import { CodeField, codeSentence, isWrongCode } from "./CodeForm";
import { PasswordField } from "./PasswordField";

type Wish = "renew" | "off";

interface ProveProps {
  left: number;
  onCodes: (codes: string[]) => void;
  onOff: () => void;
}

/** A second factor that is on. New recovery codes, and turning it off, need the password and a code. */
export function Prove({ left, onCodes, onOff }: ProveProps) {
  const { t } = useTranslation();
  const [wish, setWish] = useState<Wish | null>(null);
  const close = () => { setWish(null); };
  const title = wish === "off" ? t("secondFactor.turnOff") : t("secondFactor.renew");
  return (
    <>
      <p className="mt-1 text-ink-2">{t("secondFactor.on", { count: left })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="btn" onClick={() => { setWish("renew"); }}>
          {t("secondFactor.renew")}
        </button>
        <button type="button" className="btn" onClick={() => { setWish("off"); }}>
          {t("secondFactor.turnOff")}
        </button>
      </div>
      <Dialog open={wish !== null} onClose={close} label={title}>
        <h2>{title}</h2>
        {wish ? <Proof wish={wish} close={close} onCodes={onCodes} onOff={onOff} /> : null}
      </Dialog>
    </>
  );
}

function Proof({ wish, close, onCodes, onOff }: Omit<ProveProps, "left"> & { wish: Wish; close: () => void }) {
  const { t } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const asks = session?.user?.has_password ?? true;
  const prove = useMutation({
    mutationFn: async () => {
      const body = asks ? { password, code } : { code };
      if (wish === "renew") return (await dataOf(api.POST("/api/v1/account/second-factor/recovery-codes", { body }))).codes;
      await api.POST("/api/v1/account/second-factor/off", { body });
      return null;
    },
    onSuccess: (codes) => {
      close();
      if (codes) onCodes(codes);
      else onOff();
    },
    onError: () => { setCode(""); },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prove.mutate();
  };
  return (
    <form className="mt-3 flex flex-col gap-4" onSubmit={submit}>
      {asks ? <PasswordField password={password} onChange={setPassword} /> : null}
      <CodeField code={code} onChange={setCode} wrong={isWrongCode(prove.error)} />
      {prove.isError ? (
        <Notice kind="fault" fresh>
          {codeSentence(prove.error, t)}
        </Notice>
      ) : null}
      <div className="flex justify-end gap-2">
        <button type="button" className="btn" onClick={close}>
          {t("cancel")}
        </button>
        <button type="submit" className={`btn ${wish === "off" ? "danger" : "pri"}`} disabled={prove.isPending}>
          {wish === "off" ? t("secondFactor.turnOff") : t("secondFactor.renew")}
        </button>
      </div>
    </form>
  );
}
