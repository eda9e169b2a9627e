import { isTyping, singleKeysOn } from "@/shared/lib/keys";
import { useWindowKeys } from "@/shared/lib/window-keys";

interface ReaderKeys {
  section: (step: number) => void;
  contents: () => void;
  original: () => void;
  find: () => void;
  print: () => void;
  escape: () => void;
}

/** The reader's keys. Ctrl+F opens the server's find first; pressed again inside it, the browser's. Ctrl+P prints every line. */
export function useReaderKeys(keys: ReaderKeys): void {
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey) runCommand(event, keys);
    else if (!event.altKey && !event.defaultPrevented && !isTyping(event.target)) runSingle(event, keys);
  });
}

/** What the browser does itself with a window of the lines, we do with all of them. */
function runCommand(event: KeyboardEvent, keys: ReaderKeys): void {
  if (event.shiftKey || event.altKey) return;
  if (event.key === "f" && document.activeElement?.id !== "find-field") {
    event.preventDefault();
    keys.find();
    document.getElementById("find-field")?.focus();
  } else if (event.key === "p") {
    event.preventDefault();
    keys.print();
  }
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
