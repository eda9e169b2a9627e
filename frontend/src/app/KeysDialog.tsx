import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { onAsk } from "@/shared/lib/intents";
import { singleKeysOn, switchSingleKeys } from "@/shared/lib/keys";
import { Dialog } from "@/shared/ui/Dialog";

const GROUPS = [
  { title: "keys.everywhere", keys: [["/", "keys.jump"], ["g l s a c", "keys.pages"], ["u", "keys.upload"], ["?", "keys.this"]] },
  { title: "keys.library", keys: [["j k", "keys.move"], ["Home End", "keys.ends"], ["x", "keys.select"], ["Ctrl A", "keys.all"], ["→ Esc", "keys.inside"], ["Enter", "keys.open"], ["Del", "keys.delete"]] },
  {
    title: "keys.reader",
    keys: [["[ ]", "keys.sections"], ["t", "keys.contents"], ["o", "keys.original"], ["f", "keys.find"], ["c l r", "keys.copy"], ["Esc", "keys.escape"]],
  },
] as const;

export function KeysDialog() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [on, setOn] = useState(singleKeysOn);
  useEffect(
    () =>
      onAsk("show-keys", () => {
        setOpen(true);
      }),
    [],
  );
  return (
    <Dialog open={open} onClose={() => { setOpen(false); }} label={t("keys.title")}>
      <h2>{t("keys.title")}</h2>
      {GROUPS.map((group) => (
        <section key={group.title} className="mt-4">
          <h3 className="text-ink-3 text-[13px]">{t(group.title)}</h3>
          <dl className="mt-1 grid grid-cols-[110px_1fr] gap-y-1">
            {group.keys.map(([key, what]) => (
              <div key={key} className="contents">
                <dt>
                  <span className="kbd">{key}</span>
                </dt>
                <dd>{t(what)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="mt-5 flex items-center gap-2">
        <input
          type="checkbox"
          className="cb"
          checked={on}
          onChange={(event) => {
            switchSingleKeys(event.target.checked);
            setOn(event.target.checked);
          }}
        />
        {t("keys.single")}
      </label>
      <div className="mt-5 flex justify-end">
        <button type="button" className="btn" onClick={() => { setOpen(false); }}>
          {t("close")}
        </button>
      </div>
    </Dialog>
  );
}
