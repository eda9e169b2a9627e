/** Documents of this visit whose end was not seen yet, kept so that a reload shows the same tray. */
const KEY = "mokuji.uploads";

export interface Remembered {
  id: number;
  name: string;
  size: number;
}

export function remember(documents: readonly Remembered[]): void {
  if (documents.length === 0) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(documents.slice(-500)));
}

export function remembered(): Remembered[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Remembered[]) : [];
  } catch {
    return [];
  }
}
