import { createRequire } from "node:module";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../webapp/spa/static");
const pdfjs = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** pdf.js fetches character maps, standard fonts and decoders by name when a file needs them. */
function pdfResources(): Plugin {
  return {
    name: "pdf-resources",
    apply: "build",
    closeBundle() {
      for (const folder of ["cmaps", "standard_fonts", "wasm", "iccs"])
        cpSync(join(pdfjs, folder), join(out, "pdf", folder), { recursive: true });
    },
  };
}

/** Compressed copies beside every text asset, which WhiteNoise serves to browsers that accept them. */
function compressed(): Plugin {
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  return {
    name: "compressed-copies",
    apply: "build",
    closeBundle() {
      for (const file of walk(join(out, "assets"))) {
        if (!/\.(js|mjs|css|svg|json)$/.test(file) || statSync(file).size < 1024) continue;
        const body = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        );
      }
    },
  };
}

const server = process.env.MOKUJI_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "/static/",
  plugins: [react(), tailwindcss(), pdfResources(), compressed()],
  resolve: { alias: { "@": join(here, "src") } },
  build: {
    outDir: out,
    emptyOutDir: true,
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: {
    proxy: {
      "/api": server,
      "/mcp": server,
      "/ws": { target: server.replace("http", "ws"), ws: true },
    },
  },
  test: { include: ["src/**/*.test.{ts,tsx}"], environment: "node" },
});
