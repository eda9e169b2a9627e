import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { ask } from "@/shared/lib/intents";
import { isTyping, singleKeysOn } from "@/shared/lib/keys";

const PAGES: Record<string, "/" | "/search" | "/agents" | "/connect"> = { l: "/", s: "/search", a: "/agents", c: "/connect" };
const SECOND_KEY_WITHIN = 1_200;

/** The keys that work on every page. */
export function useKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let afterG = 0;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || !singleKeysOn()) return;
      const page = PAGES[event.key];
      if (page && Date.now() - afterG < SECOND_KEY_WITHIN) {
        afterG = 0;
        event.preventDefault();
        event.stopImmediatePropagation();
        void navigate({ to: page });
        return;
      }
      afterG = event.key === "g" ? Date.now() : 0;
      const intent = ({ "/": "focus-jump", u: "choose-files", "?": "show-keys" } as const)[event.key];
      if (!intent) return;
      event.preventDefault();
      ask(intent);
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => {
      window.removeEventListener("keydown", press, { capture: true });
    };
  }, [navigate]);
}
