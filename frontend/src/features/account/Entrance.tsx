import type { ReactNode } from "react";
import { useTitle } from "@/shared/lib/title";
import { Mark } from "@/shared/ui/Icon";

/** The one column before the door: the mark above, the form below. */
export function Entrance({ title, text, children }: { title: string; text?: string | undefined; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="entrance">
      <div>
        <div className="brand">
          <Mark />
          Mokuji
        </div>
        <h1>{title}</h1>
        {text ? <p className="mt-2 text-ink-2">{text}</p> : null}
        {children}
      </div>
    </main>
  );
}
