/** Headings and their numbers. Pure. */
const OWN_NUMBER = /^((?:[A-Z]|\d{1,3})(?:\.\d{1,3})*)[.)]?[\s\u3000]+(?=\S)/;
const WORDED = /^(?:第\s*[0-9０-９一二三四五六七八九十百]+\s*[章节節条條編编部篇]|(?:chapter|section|part|appendix|kapitel|chapitre)\s)/i;

/** An author's number in front of a title takes the place of ours, so that no row has two. */
export function splitTitle(title: string, number: string): { label: string; title: string } {
  if (WORDED.test(title)) return { label: "", title };
  const own = OWN_NUMBER.exec(title);
  if (own?.[1] && (/\d/.test(own[1]) || /^[A-Z][.)]/.test(title))) return { label: own[1], title: title.slice(own[0].length) };
  return { label: number, title };
}
