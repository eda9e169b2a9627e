// Fails when the scripts of the first load, compressed, pass 200 kB.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 200_000;
const out = new URL("../../webapp/spa/static/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("manifest.json", out), "utf8"));
const seen = new Set();
const add = (key) => {
  if (seen.has(key)) return;
  seen.add(key);
  for (const other of manifest[key].imports ?? []) add(other);
};
add("index.html");
// The first page is the library, in one language.
for (const key of Object.keys(manifest)) if (/LibraryPage|i18n\/zh-Hans\.json/.test(key)) add(key);
let total = 0;
for (const key of seen) {
  const { file } = manifest[key];
  const size = gzipSync(readFileSync(new URL(file, out)), { level: 9 }).length;
  total += size;
  console.log(String(size).padStart(8), file);
}
console.log(String(total).padStart(8), "total, limit", LIMIT);
process.exit(total > LIMIT ? 1 : 0);
