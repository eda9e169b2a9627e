import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type NamedFile, expect, python, test, upload, withoutSeriousIssues } from "./story";

/** Forty seconds with two chapters; the video has subtitles, the audio a description. Free codecs only. */
const SCRIPT = `
import sys
from fractions import Fraction
from math import sin
import av

path, kind = sys.argv[1:]
video = kind == "webm"
with av.open(path, "w", format=kind) as out:
    out.metadata["title"] = "Harbour film" if video else "Harbour hour"
    if not video:
        out.metadata["description"] = "Two talks about the harbour at low water, kept for those who were at sea."
    out.set_chapters([
        {"id": number, "start": start, "end": start + 20, "time_base": Fraction(1, 1), "metadata": {"title": title}}
        for number, (start, title) in enumerate(((0, "Slack water"), (20, "The turning tide")))
    ])
    sound = out.add_stream("libopus", rate=48_000)
    picture = None
    if video:
        picture = out.add_stream("libvpx", rate=2)
        picture.width, picture.height, picture.pix_fmt = 96, 64, "yuv420p"
        words = out.add_mux_stream("webvtt")
        words.time_base = Fraction(1, 1000)
        words.metadata["language"] = "eng"
    def tell(second, text):
        packet = av.Packet(text.encode())
        packet.stream, packet.time_base = words, Fraction(1, 1000)
        packet.pts = packet.dts = second * 1000
        packet.duration = 2000
        out.mux(packet)
    said = {1: "Nothing moves at slack water.", 21: "Then the chain lifts from the mud.", 30: "The lamp swings seaward."}
    samples = 960
    for number in range(40 * 50):
        second = number / 50
        if video and second in said:
            tell(int(second), said[second])
        if picture and number % 25 == 0:
            frame = av.VideoFrame(96, 64, "yuv420p")
            for index, plane in enumerate(frame.planes):
                plane.update(bytes([number * 3 % 200 + 20 if index == 0 else 128]) * plane.buffer_size)
            frame.pts = number // 25
            out.mux(picture.encode(frame))
        frame = av.AudioFrame(format="s16", layout="mono", samples=samples)
        frame.rate, frame.pts, frame.time_base = 48_000, number * samples, Fraction(1, 48_000)
        wave = b"".join(int(2000 * sin((number * samples + at) / 17)).to_bytes(2, "little", signed=True) for at in range(samples))
        frame.planes[0].update(wave.ljust(frame.planes[0].buffer_size, b"\\0"))
        out.mux(sound.encode(frame))
    if picture:
        out.mux(picture.encode(None))
    out.mux(sound.encode(None))
`;

function recording(name: string, kind: "webm" | "ogg", mimeType: string): NamedFile {
  const folder = mkdtempSync(join(tmpdir(), "mokuji-recording-"));
  const path = join(folder, name);
  execFileSync(python(), ["-c", SCRIPT, path, kind]);
  const buffer = readFileSync(path);
  rmSync(folder, { recursive: true, force: true });
  return { name, mimeType, buffer };
}

const second = (player: Locator) => player.evaluate((element: HTMLMediaElement) => Math.round(element.currentTime));

async function opens(page: Page, file: NamedFile, title: string, kind: "audio" | "video"): Promise<Locator> {
  await page.goto("/");
  await upload(page, file);
  await page.getByRole("link", { name: title }).first().click();
  await page.getByRole("treeitem", { name: /The turning tide/ }).click();
  await page.getByRole("button", { name: "Original" }).click();
  const player = page.locator(`${kind}[aria-label="${title}"]`);
  await expect.poll(() => player.evaluate((element: HTMLMediaElement) => element.readyState)).toBeGreaterThan(0);
  return player;
}

for (const [title, kind, file] of [
  ["Harbour film", "video", () => recording("film.webm", "webm", "video/webm")],
  ["Harbour hour", "audio", () => recording("hour.ogg", "ogg", "audio/ogg")],
] as const)
  test(`${kind} plays from the time of a section, of a line, and on`, async ({ page }) => {
    const player = await opens(page, file(), title, kind);
    await expect.poll(() => second(player)).toBe(20);
    await page.getByRole("treeitem", { name: /Slack water/ }).click();
    await expect.poll(() => second(player)).toBe(0);
    await page.getByRole("treeitem", { name: /The turning tide/ }).focus();
    await page.getByRole("tree").press("End");
    await page.getByRole("tree").press("Enter");
    await expect.poll(() => second(player)).toBe(20);
    await player.evaluate((element: HTMLMediaElement) => {
      element.muted = true;
      return element.play();
    });
    await expect.poll(() => player.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(20.2);
    await player.evaluate((element: HTMLMediaElement) => {
      element.pause();
    });
    await withoutSeriousIssues(page);
    const address = (await player.getAttribute("src")) ?? "";
    const part = await page.request.get(address, { headers: { Range: "bytes=100-199" } });
    expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  });

test("a line that is chosen sets the film to its second", async ({ page }) => {
  await page.goto("/?q=Harbour+film");
  await page.getByRole("link", { name: "Harbour film" }).click();
  await page.getByRole("button", { name: "Original" }).click();
  const player = page.locator("video");
  const said = page.locator(".ln-row").filter({ hasText: "Nothing moves at slack water." });
  await said.getByRole("button", { name: /^Line/ }).click();
  await expect.poll(() => second(player)).toBe(1);
});
