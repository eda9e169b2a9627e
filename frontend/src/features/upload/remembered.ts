/** What a browser keeps of uploads, so that leaving and coming back, here or in another tab, shows the same tray. */
const SENT = "mokuji.uploads";
const BROKEN = "mokuji.broken";
const DISMISSED = "mokuji.dismissed";
const MOST = 500;

export interface Remembered {
  id: number;
  name: string;
  size: number;
}

export interface Unsent {
  name: string;
  size: number;
}

function listed<T>(storage: Storage, key: string): T[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? (kept as T[]) : [];
  } catch {
    return [];
  }
}

function keep(storage: Storage, key: string, list: readonly unknown[]): void {
  if (list.length === 0) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(list.slice(-MOST)));
}

/** Documents of this visit whose end was not seen yet. */
export function remember(documents: readonly Remembered[]): void {
  keep(sessionStorage, SENT, documents);
}

export function remembered(): Remembered[] {
  return listed(sessionStorage, SENT);
}

/** Files of a person that were on their way when a page went; to be shown by the next page of theirs in this browser. */
export function rememberUnsent(person: string, files: readonly Unsent[]): void {
  const key = `${BROKEN}.${person}`;
  const before = listed<Unsent>(localStorage, key).filter(({ name, size }) => !files.some((file) => file.name === name && file.size === size));
  keep(localStorage, key, [...before, ...files.map(({ name, size }) => ({ name, size }))]);
}

/** The files that an earlier page left behind; whoever takes them has to show them. */
export function takeUnsent(person: string): Unsent[] {
  const key = `${BROKEN}.${person}`;
  const files = listed<Unsent>(localStorage, key);
  localStorage.removeItem(key);
  return files;
}

/** Documents that were put away stay away, in every tab. */
export function dismissDocuments(ids: readonly number[]): void {
  if (ids.length > 0) keep(localStorage, DISMISSED, [...listed<number>(localStorage, DISMISSED), ...ids]);
}

export function dismissedDocuments(): ReadonlySet<number> {
  return new Set(listed<number>(localStorage, DISMISSED));
}
