import { useEffect } from "react";

const NAME = "Mokuji";

/** What stands on the tab of the browser while a page is open: where one is, then whose place it is. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${NAME}` : NAME;
  }, [title]);
}
