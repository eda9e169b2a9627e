/** The theme: an attribute that the server writes from a cookie, so that no page flashes. */
export type Theme = "system" | "light" | "dark";

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset.theme;
    document.cookie = "mokuji_theme=; path=/; max-age=0; samesite=lax";
  } else {
    document.documentElement.dataset.theme = theme;
    document.cookie = `mokuji_theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  }
}
