// Fails when the scripts of the first load, as they travel (brotli), pass 200 kB.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

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
for (const key of Object.keys(manifest)) if (/LibraryPage|i18n\/ja\.json/.test(key)) add(key);
let total = 0;
for (const key of seen) {
  const { file } = manifest[key];
  const size = brotliCompressSync(readFileSync(new URL(file, out))).length;
  total += size;
  if (process.argv.includes("--list")) console.log(String(size).padStart(8), file);
}
console.log(String(total).padStart(8), "total, limit", LIMIT);
process.exit(total > LIMIT ? 1 : 0);
