import { useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => {
        list.removeEventListener("change", listener);
      };
    },
    () => matchMedia(query).matches,
  );
}

export const usePhone = () => useMedia("(max-width: 600px)");
export const useNarrow = () => useMedia("(max-width: 1100px)");
