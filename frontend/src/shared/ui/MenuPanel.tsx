import { DropdownMenu } from "radix-ui";
import { Icon } from "./Icon";
import type { MenuEntry, MenuProps } from "./Menu";

/** The menu itself, which opens as it arrives. Not modal: Radix's scroll lock would inject styles. */
export default function MenuPanel({ children, className, label, align = "end", entries }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger className={className} aria-label={label}>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
          {entries.map((entry, index) => (
            <Entry key={index} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case "heading":
      return <div className="heading">{entry.text}</div>;
    case "separator":
      return <DropdownMenu.Separator />;
    case "item":
      return (
        <DropdownMenu.Item onSelect={entry.onSelect}>
          {entry.icon ? <Icon name={entry.icon} /> : null}
          {entry.label}
        </DropdownMenu.Item>
      );
    case "page":
      return (
        <DropdownMenu.Item asChild>
          <a href={entry.href}>
            <Icon name={entry.icon} />
            {entry.label}
          </a>
        </DropdownMenu.Item>
      );
    case "download":
      return (
        <DropdownMenu.Item asChild>
          <a href={entry.href} download={entry.name}>
            <Icon name={entry.icon} />
            {entry.label}
          </a>
        </DropdownMenu.Item>
      );
    case "choice":
      return (
        <DropdownMenu.RadioGroup value={entry.value} onValueChange={entry.onChoose}>
          {entry.options.map(({ value, label }) => (
            <DropdownMenu.RadioItem key={value} value={value}>
              <span className="w-[16px]">
                <DropdownMenu.ItemIndicator>
                  <Icon name="check" />
                </DropdownMenu.ItemIndicator>
              </span>
              {label}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      );
  }
}
