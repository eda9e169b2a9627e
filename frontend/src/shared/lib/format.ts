/** How numbers, sizes, dates and languages are written in the language of the interface. */
const kept = new Map<string, unknown>();

/** Formatters are dear to make, and lists ask for the same few thousands of times. */
function once<T>(key: string, make: () => T): T {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}

export function formatNumber(value: number, locale: string): string {
  return once(`number ${locale}`, () => new Intl.NumberFormat(locale)).format(value);
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

export function formatBytes(bytes: number, locale: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 1 && value < 100 ? 1 : 0;
  return `${once(`bytes ${locale} ${String(digits)}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: digits })).format(value)} ${UNITS[unit] ?? "B"}`;
}

const DAY = 86_400_000;

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function dated(locale: string): string {
  return locale === "en" ? "en-GB" : locale;
}

/** Today and yesterday in words, else the day and month, with the year when it is another one. */
export function formatDay(iso: string, locale: string, now = new Date()): string {
  const date = new Date(iso);
  const days = Math.round((midnight(now) - midnight(date)) / DAY);
  if (days === 0 || days === 1) return once(`days ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: "auto" })).format(-days, "day");
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  const format = once(`day ${locale} ${String("year" in year)}`, () => new Intl.DateTimeFormat(dated(locale), { day: "numeric", month: "short", ...year }));
  return format.format(date);
}

export function formatTime(iso: string, locale: string): string {
  return once(`time ${locale}`, () => new Intl.DateTimeFormat(dated(locale), { timeStyle: "medium" })).format(new Date(iso));
}

export function formatMoment(iso: string, locale: string): string {
  return once(`moment ${locale}`, () => new Intl.DateTimeFormat(dated(locale), { dateStyle: "medium", timeStyle: "short" })).format(new Date(iso));
}

const OWN_NAMES: Record<string, string> = { zh: "中文", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", "zh-CN": "简体中文", "zh-TW": "繁體中文" };

/** A language in its own words, as readers of it look for it. */
export function languageName(code: string, unknown: string): string {
  if (!code || code === "und") return unknown;
  const own = OWN_NAMES[code];
  if (own) return own;
  try {
    const name = once(`language ${code}`, () => new Intl.DisplayNames([code], { type: "language" })).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}

/** The lang attribute for a document's words: nothing when it is not known. */
export function langOf(code: string): string | undefined {
  return code && code !== "und" ? code : undefined;
}

/** What the length of a document is counted in: Chinese and Japanese are not written in words. */
export function lengthUnit(code: string): "words" | "characters" {
  return /^(ja|zh)\b/.test(code) ? "characters" : "words";
}

const TYPES: Record<string, string> = {
  zip: "ZIP", tar: "TAR", eml: "Mail", msg: "Outlook", mbox: "Mailbox", pdf: "PDF", md: "Markdown", docx: "Word", html: "HTML", epub: "EPUB", xlsx: "Excel", pptx: "PowerPoint",
  csv: "CSV", json: "JSON", xml: "XML", rst: "reStructuredText", yaml: "YAML",
  org: "Org", adoc: "AsciiDoc", tex: "LaTeX", docbook: "DocBook", jats: "JATS", mediawiki: "MediaWiki", man: "man", textile: "Textile",
  typ: "Typst", ipynb: "Jupyter", jsonl: "JSON Lines", toml: "TOML", srt: "SRT", vtt: "WebVTT",
  py: "Python", js: "JavaScript", ts: "TypeScript", java: "Java", c: "C", cpp: "C++", cs: "C#", go: "Go", rs: "Rust", rb: "Ruby",
  php: "PHP", kt: "Kotlin", swift: "Swift", sh: "Shell", css: "CSS", sql: "SQL",
  mp4: "MP4", m4a: "M4A", mov: "QuickTime", mkv: "Matroska", webm: "WebM", avi: "AVI", wmv: "Windows Media", mp3: "MP3", ogg: "Ogg", flac: "FLAC", wav: "WAV",
  png: "PNG", jpg: "JPEG", tif: "TIFF", webp: "WebP", bmp: "BMP", gif: "GIF", svg: "SVG",
};

const SOURCE = new Set(
  "svg rst org adoc json jsonl yaml toml py js ts java c cpp cs go rs rb php kt swift sh css sql".split(" "),
);

/** Whether a document's lines are source with signs of its own, which would be wrong when set as Markdown. */
export function isSource(fileType: string): boolean {
  return SOURCE.has(fileType);
}

/** Whether a document's lines are those of its file, so that there is no other original than its text. */
export function keepsItsLines(fileType: string): boolean {
  return fileType === "md" || fileType === "txt" || isSource(fileType);
}

export function typeName(fileType: string, text: string): string {
  if (fileType === "txt" || fileType === "text") return text;
  return TYPES[fileType] ?? fileType.toUpperCase();
}
