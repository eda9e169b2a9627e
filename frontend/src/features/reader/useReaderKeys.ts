import { useEffect, useEffectEvent } from "react";
import { isTyping, singleKeysOn } from "@/shared/lib/keys";

interface ReaderKeys {
  section: (step: number) => void;
  contents: () => void;
  original: () => void;
  find: () => void;
  escape: () => void;
}

/** The reader's keys. Ctrl+F opens the server's find first; pressed again inside it, the browser's. */
export function useReaderKeys(keys: ReaderKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "f") {
      if (document.activeElement?.id === "find-field") return;
      event.preventDefault();
      keys.find();
      document.getElementById("find-field")?.focus();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    runSingle(event, keys);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      press(event);
    };
    window.addEventListener("keydown", listener);
    return () => {
      window.removeEventListener("keydown", listener);
    };
  }, []);
}

function runSingle(event: KeyboardEvent, keys: ReaderKeys): void {
  if (event.key === "Escape") {
    keys.escape();
    return;
  }
  if (!singleKeysOn()) return;
  const run = ({ "]": () => { keys.section(1); }, "[": () => { keys.section(-1); }, t: keys.contents, o: keys.original, f: keys.find } as Record<string, () => void>)[event.key];
  if (!run) return;
  event.preventDefault();
  run();
}
