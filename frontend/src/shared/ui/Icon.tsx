/** The icons, drawn on a 24 grid with one line weight. Always decoration: the words stand beside or in a label. */
const PATHS = {
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14m9 16-4-4",
  upload: "M12 16V4m-5 5 5-5 5 5M4 20h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4 21c1-5 4-6 8-6s7 1 8 6",
  down: "m6 9 6 6 6-6",
  up: "m6 15 6-6 6 6",
  left: "m15 6-6 6 6 6",
  right: "m9 6 6 6-6 6",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  filter: "M4 6h16M7 12h10M10 18h4",
  close: "M6 6l12 12M18 6 6 18",
  check: "m5 12 5 5L20 7",
  key: "M8 11a4 4 0 1 1 0 8 4 4 0 0 1 0-8m3 1 9-9m-4 4 3 3",
  warn: "m12 3 10 18H2zM12 10v5m0 3v.01",
  pencil: "m4 20 1-5L16 4l4 4L9 19z",
  copy: "M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2M5 15V6a2 2 0 0 1 2-2h8",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  call: "m5 7 5 5-5 5m8 0h6",
  eye: "M2 12c2.500-5 6-7 10-7s7.500 2 10 7c-2.500 5-6 7-10 7s-7.500-2-10-7M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
  book: "M4 5h16v14H4zM12 5v14",
  file: "M14 3H6v18h12V7zv4h4",
  shelf: "M5 4v16M10 4v16M14.500 4.500l4.500 15",
  plug: "M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0zm6 9v4",
  folder: "M3 6h6l2 2h10v11H3z",
  retry: "M20 11a8 8 0 1 0-2 6M20 4v7h-7",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  tag: "M3 12V4h8l10 10-8 8zM7.500 8h.01",
  move: "M4 12h15m-5-5 5 5-5 5",
  stop: "M7 7h10v10H7z",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.500 1.500M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5",
  print: "M7 9V4h10v5M5 9h14v8h-3M8 17H5V9m3 5h8v6H8z",
  people: "M9 5a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7M3 20c.500-4 3-5.500 6-5.500s5.500 1.500 6 5.500M16 5.500a3 3 0 0 1 0 6M18 14.500c2 .800 2.800 2.800 3 5.500",
  gauge: "M4 18a9 9 0 1 1 16 0M12 14l4-5M3 21h18",
  out: "M14 4h6v16h-6M4 12h11m-4-4 4 4-4 4",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`i ${name === "more" ? "dots" : ""} ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The mark: a contents page whose middle line is the place. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" strokeLinecap="round">
      <path d="M2 4h8M5 10h5M5 16h5" stroke="currentColor" strokeWidth="2.2" />
      <path d="M13.4 4h.01M13.4 16h.01M17.6 4h.01M17.6 16h.01" stroke="currentColor" strokeWidth="2" />
      <path d="M13.6 10h4" stroke="var(--place)" strokeWidth="3.4" />
    </svg>
  );
}
