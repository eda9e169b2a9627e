// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { ChunkLost, chunk } from "./chunk";

const LOST = new TypeError("Failed to fetch dynamically imported module: http://here/static/assets/Page-1a.js");

test("a piece that did not arrive is asked for by another address each time", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const piece = chunk(
    () => Promise.reject(LOST),
    (address) => {
      asked.push(address);
      return asked.length < 2 ? Promise.reject(LOST) : Promise.resolve("page");
    },
  );
  await expect(piece()).rejects.toBeInstanceOf(ChunkLost);
  expect(await piece()).toBe("page");
  expect(await piece()).toBe("page");
  expect(new Set(asked).size).toBe(2);
  expect(asked.every((address) => address.startsWith("http://here/static/assets/Page-1a.js?again="))).toBe(true);
  vi.unstubAllGlobals();
});

test("a piece that does not come from a server that answers needs the page anew", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 404 })));
  await expect(chunk(() => Promise.reject(LOST), () => Promise.reject(LOST))()).rejects.toMatchObject({ stale: true });
  vi.unstubAllGlobals();
});
