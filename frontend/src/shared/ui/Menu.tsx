import { type ReactNode, Suspense, lazy, useState } from "react";
import type { IconName } from "./Icon";

export type MenuEntry =
  | { kind: "heading"; text: string }
  | { kind: "separator" }
  | { kind: "item"; icon?: IconName; label: string; onSelect: () => void }
  | { kind: "page"; icon: IconName; label: string; href: string }
  | { kind: "download"; icon: IconName; label: string; href: string; name: string }
  | { kind: "choice"; value: string; options: readonly { value: string; label: string }[]; onChoose: (value: string) => void };

export interface MenuProps {
  /** What stands on the button. */
  children: ReactNode;
  className: string;
  /** The name of a button without words. */
  label?: string;
  align?: "start" | "end";
  entries: readonly MenuEntry[];
}

const bring = () => import("./MenuPanel");
const MenuPanel = lazy(bring);

/** A button with a menu. What draws the menu is loaded when a pointer or the focus first comes near. */
export function Menu(props: MenuProps) {
  const [wanted, want] = useState(false);
  const closed = (
    <button
      type="button"
      className={props.className}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void bring()}
      onFocus={() => void bring()}
      onClick={() => { want(true); }}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") want(true);
      }}
    >
      {props.children}
    </button>
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuPanel {...props} />
    </Suspense>
  );
}
