import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LONGEST_QUERY } from "@/shared/api/limits";
import { isComposing } from "@/shared/lib/composing";
import { onAsk } from "@/shared/lib/intents";
import { Icon } from "@/shared/ui/Icon";
import { lazily } from "@/shared/ui/lazily";
import type { JumpHandle } from "./JumpList";

const JumpList = lazily(async () => (await import("./JumpList")).default);

/** The field of the bar: sections to jump to while one types, all results on Enter. */
export function Jump() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<JumpHandle>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [words, setWords] = useState("");
  const [asked, setAsked] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string | undefined>(undefined);
  useEffect(
    () =>
      onAsk("focus-jump", () => {
        const there = document.getElementById("search-query");
        (there ?? field.current)?.focus();
      }),
    [],
  );
  if (pathname === "/search") return <span className="mx-auto" />;
  const shown = open && asked.trim() !== "";
  const settle = (typed: string) => {
    setAsked(typed);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setActive(undefined);
  };
  const done = () => {
    close();
    setWords("");
    setAsked("");
    field.current?.blur();
  };
  const toAll = () => {
    void navigate({ to: "/search", search: words.trim() ? { q: words } : {} });
    done();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!shown || !list.current?.choose()) toAll();
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as Record<string, number>)[event.key];
    if (step !== undefined && words.trim() !== "") {
      event.preventDefault();
      setOpen(true);
      list.current?.move(step);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (shown) close();
      else done();
    }
  };
  const reading = /^\/documents\/(\d+)/.exec(pathname)?.[1];
  return (
    <form className="jump" role="search" onSubmit={submit}>
      <Icon name="search" />
      <input
        ref={field}
        value={words}
        placeholder={t("nav.jump")}
        aria-label={t("nav.jump")}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls="jump-list"
        aria-activedescendant={shown ? active : undefined}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => void JumpList.preload()}
        onBlur={close}
        onKeyDown={press}
        maxLength={LONGEST_QUERY}
        onChange={(event) => {
          setWords(event.target.value);
          if (!isComposing(event)) settle(event.target.value);
        }}
        onCompositionEnd={(event) => { settle(event.currentTarget.value); }}
      />
      <span className="kbd" aria-hidden="true">
        /
      </span>
      {shown ? (
        <JumpList ref={list} words={asked} reading={reading === undefined ? undefined : Number(reading)} onActive={setActive} onAll={toAll} onDone={done} />
      ) : null}
    </form>
  );
}
