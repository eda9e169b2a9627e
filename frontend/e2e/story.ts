import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test as plain } from "@playwright/test";

/** A signed-in page on which nothing may go wrong unseen: every console error fails the story. */
export const test = plain.extend<{ page: Page; troubles: string[] }>({
  baseURL: async ({}, use) => {
    await use(process.env.E2E_BASE ?? "");
  },
  storageState: async ({}, use) => {
    await use(process.env.E2E_STATE ?? "");
  },
  troubles: async ({}, use) => {
    await use([]);
  },
  page: async ({ page, troubles }, use) => {
    page.on("console", (message) => {
      if (message.type() === "error") troubles.push(message.text());
    });
    page.on("pageerror", (error) => {
      troubles.push(error.message);
    });
    await use(page);
    expect(troubles).toEqual([]);
  },
});

export { expect };

export async function withoutSeriousIssues(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter((each) => each.impact === "serious" || each.impact === "critical");
  expect(serious.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`)).toEqual([]);
}

export interface NamedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const text = (name: string, body: string, mimeType = "text/plain"): NamedFile => ({ name, mimeType, buffer: Buffer.from(body) });

/** Give files through the picker, as the Upload button does. */
export async function upload(page: Page, ...files: NamedFile[]): Promise<void> {
  await page.getByLabel("Files", { exact: true }).setInputFiles(files);
}

export const HANDBOOK = `# Tide and Datum

A handbook for coastal surveys.

## Why heights disagree

Two charts of one harbour rarely agree, since each begins at another zero.

## Choosing a bench mark

A bench mark is a promise to the next surveyor. Rock first, deep masonry second, made ground never.

Three bench marks make a datum.

## Gauges

A stilling well keeps the waves out and lets the tide in.
`;

/** A PDF of one page with Helvetica text, written by hand so that it needs no library. */
export function pdf(title: string, lines: string[]): Buffer {
  const stream = `BT /F1 18 Tf 72 760 Td (${title}) Tj /F1 11 Tf ${lines.map((line) => `0 -24 Td (${line}) Tj`).join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${String(stream.length)} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = body.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(`${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${String(start)}\n%%EOF\n`, "latin1");
}

/** The Python that the server runs on, which has the libraries that files are written with. */
export function python(): string {
  return join(dirname(process.env.MOKUJI_BIN ?? fileURLToPath(new URL("../../.venv/bin/mokuji", import.meta.url))), "python");
}

/** A PDF that opens with a password only, written by the library that the server reads it with. */
export function lockedPdf(title: string, password: string): Buffer {
  const script = [
    "import sys, pymupdf",
    "book = pymupdf.open()",
    "page = book.new_page()",
    "page.insert_text((72, 90), sys.argv[1], fontsize=22)",
    "page.insert_text((72, 130), 'The harbour council met at low water.', fontsize=11)",
    "book.set_metadata({'title': sys.argv[1]})",
    "sys.stdout.buffer.write(book.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=sys.argv[2], owner_pw='owner'))",
  ].join("\n");
  return execFileSync(python(), ["-c", script, title, password]);
}
