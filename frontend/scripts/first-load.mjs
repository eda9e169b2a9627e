// Fails when the scripts of the first load, as they travel to any browser (gzip), pass 200 kB.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

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
// The first page is the library, in the language whose catalogue is the largest.
for (const key of Object.keys(manifest)) if (/LibraryPage|i18n\/ja\.json/.test(key)) add(key);
let gzip = 0;
let brotli = 0;
for (const key of seen) {
  const { file } = manifest[key];
  const body = readFileSync(new URL(file, out));
  const size = gzipSync(body, { level: 9 }).length;
  gzip += size;
  brotli += brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
  if (process.argv.includes("--list")) console.log(String(size).padStart(8), file);
}
console.log(`first load: ${(gzip / 1000).toFixed(1)} kB of script by gzip, ${(brotli / 1000).toFixed(1)} kB by brotli; the limit is ${LIMIT / 1000} kB`);
process.exit(gzip > LIMIT ? 1 : 0);
