/** The search of an address as people can read it: `?type=md&type=pdf`. Pure. */

type Search = Record<string, unknown>;

export function writeSearch(search: Search): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) pairs.append(name, String(each));
  }
  const text = pairs.toString();
  return text ? `?${text}` : "";
}

/** A list as addresses once had it: `["md"]`. */
function listed(text: string): unknown {
  if (!text.startsWith("[\"")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A number only where it is written as one would write it: `007` is a word. */
function valued(text: string): unknown {
  const number = Number(text);
  return text !== "" && Number.isSafeInteger(number) && String(number) === text ? number : listed(text);
}

export function readSearch(text: string): Search {
  const search: Search = {};
  const pairs = new URLSearchParams(text);
  for (const name of new Set(pairs.keys())) {
    const values = pairs.getAll(name);
    search[name] = values.length > 1 ? values : valued(values[0] ?? "");
  }
  return search;
}
