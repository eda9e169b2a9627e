import { type ReactNode, useState } from "react";
import type { IconName } from "./Icon";
import { lazily } from "./lazily";

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

const MenuPanel = lazily(async () => (await import("./MenuPanel")).default, { waiting: (props, retry) => <Closed {...props} onWant={retry} /> });

/** A button with a menu. What draws the menu is loaded when a pointer or the focus first comes near. */
export function Menu(props: MenuProps) {
  const [wanted, want] = useState(false);
  return wanted ? <MenuPanel {...props} /> : <Closed {...props} onWant={() => { want(true); }} />;
}

function Closed({ children, className, label, onWant }: MenuProps & { onWant: () => void }) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void MenuPanel.preload()}
      onFocus={() => void MenuPanel.preload()}
      onClick={onWant}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") onWant();
      }}
    >
      {children}
    </button>
  );
}
