import { expect, test, upload, withoutSeriousIssues } from "./story";

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc(data: Buffer): number {
  let value = 0xffffffff;
  for (const byte of data) value = (value >>> 8) ^ (CRC[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}

/** A zip whose files are stored as they are. */
function zip(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const [title, data] = [Buffer.from(name), Buffer.from(content)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800, 2);
    facts.writeUInt32LE(crc(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, title, data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), facts, place, title]));
    bodies.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(list.length, 8);
  end.writeUInt16LE(list.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}

test("a zip is one upload that ends with the documents in it", async ({ page }) => {
  await page.goto("/");
  const files = { "garden/roses.md": "# Roses by the wall\n\nPruned in March.\n", "garden/ferns.md": "# Ferns in the shade\n\nNever pruned.\n" };
  await upload(page, { name: "garden.zip", mimeType: "application/zip", buffer: zip(files) });
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("2 documents in it")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: "Roses by the wall" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Ferns in the shade" })).toBeVisible();
  await tray.getByRole("link", { name: "garden.zip" }).click();
  await page.locator("summary", { hasText: "2 documents in it" }).click();
  await withoutSeriousIssues(page);
  await page.getByRole("link", { name: "Roses by the wall" }).click();
  await expect(page.getByText("garden/roses.md")).toBeVisible();
  await page.getByRole("link", { name: "garden", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "garden" })).toBeVisible();
  // what its text lists is a way there, too
  const listed = page.locator(".ln-row").filter({ hasText: "garden/ferns.md" }).or(page.locator(".ln-row").filter({ hasText: "ferns.md" })).first();
  await listed.getByRole("link", { name: /^doc_id: \d+$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ferns in the shade" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "garden" })).toBeVisible();
});
