import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Theme, chooseTheme, currentTheme } from "@/shared/lib/theme";
import { Icon } from "@/shared/ui/Icon";

const THEMES = ["system", "light", "dark"] as const;

export function ThemeItems() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState<Theme>(currentTheme);
  return (
    <DropdownMenu.RadioGroup
      value={theme}
      onValueChange={(value) => {
        chooseTheme(value as Theme);
        setTheme(value as Theme);
      }}
    >
      {THEMES.map((each) => (
        <DropdownMenu.RadioItem key={each} value={each}>
          <span className="w-[16px]">
            <DropdownMenu.ItemIndicator>
              <Icon name="check" />
            </DropdownMenu.ItemIndicator>
          </span>
          {t(`theme.${each}`)}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
