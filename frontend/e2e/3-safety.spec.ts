import { expect, test, text, upload } from "./story";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="top.ran=1"><script>top.ran=1</script><text y="9">Drawn harbour</text></svg>';
const PAGE = "<!doctype html><title>Evil quay</title><h1>Evil quay</h1><p>It tries again.</p><script>top.ran=1;localStorage.stolen='yes'</script>";

function ran(): unknown[] {
  return [(window as unknown as { ran?: number }).ran, localStorage.getItem("stolen")];
}

test("an uploaded SVG or page is plain text or a download under its own address, and runs nowhere", async ({ page, context }) => {
  await page.goto("/");
  await upload(page, text("drawn.svg", SVG, "image/svg+xml"), text("quay.html", PAGE, "text/html"));
  await expect(page.getByText(/Added \d document/).first()).toBeVisible();
  for (const name of ["drawn.svg", "quay.html"]) {
    const found = (await (await context.request.get(`/api/v1/documents?q=${name}&limit=1`)).json()) as { items: { id: number }[] };
    const address = `/api/v1/documents/${String(found.items[0]?.id)}/original`;
    const answer = await context.request.get(address);
    const { "content-disposition": disposition, "content-type": type } = answer.headers();
    expect(`${disposition ?? ""} ${type ?? ""}`).toMatch(/^attachment|text\/plain/);
    expect(answer.headers()["content-security-policy"]).toMatch(/sandbox/);
    expect(answer.headers()["x-content-type-options"]).toBe("nosniff");
    await page.goto(`/documents/${String(found.items[0]?.id)}`);
    await page.getByRole("button", { name: "Original" }).click();
    await expect(page.getByRole("complementary", { name: "Original" })).toBeVisible();
    await page.evaluate((source) => {
      const frame = document.createElement("iframe");
      frame.src = source;
      frame.name = "direct";
      document.body.append(frame);
    }, address);
    await expect.poll(() => page.evaluate(() => document.readyState)).toBe("complete");
    expect(await page.evaluate(ran)).toEqual([undefined, null]);
  }
});

test("an SVG is shown as the picture that it is; what runs in it does not, and it asks for nothing", async ({ page, context, troubles }) => {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(process.env.E2E_BASE ?? "-")) asked.push(request.url());
  });
  const hostile = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="40" onload="top.ran=1;localStorage.stolen='yes'">
  <style>@import url(https://elsewhere.invalid/a.css); rect { fill: rgb(0, 128, 128) }</style>
  <script>top.ran=1;parent.ran=1;fetch("https://elsewhere.invalid/script")</script>
  <image xlink:href="https://elsewhere.invalid/p.png" width="9" height="9"/>
  <rect width="80" height="40"/><text y="20">Teal basin</text>
</svg>`;
  await page.goto("/");
  await upload(page, text("basin.svg", hostile, "image/svg+xml"));
  await expect(page.getByText(/Added \d document/).first()).toBeVisible();
  const found = (await (await context.request.get("/api/v1/documents?q=basin.svg&limit=1")).json()) as { items: { id: number }[] };
  const address = `/documents/${String(found.items[0]?.id)}`;
  await page.goto(address);
  await page.getByRole("button", { name: "Original" }).click();
  const picture = page.getByRole("complementary", { name: "Original" }).getByRole("img");
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth, image.naturalHeight])).toEqual([true, 80, 40]);
  expect(
    await picture.evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [80, 40];
      const brush = canvas.getContext("2d");
      brush?.drawImage(image, 0, 0);
      return [...(brush?.getImageData(70, 35, 1, 1).data ?? [])];
    }),
  ).toEqual([0, 128, 128, 255]);
  expect(await page.evaluate(ran)).toEqual([undefined, null]);
  // also when somebody opens the file itself: it is a download, not a page
  const download = page.waitForEvent("download");
  await page.evaluate((to) => { location.assign(to); }, `/api/v1${address}/original`);
  await download;
  expect(await page.evaluate(ran)).toEqual([undefined, null]);
  expect(asked).toEqual([]);
  expect(troubles).toEqual([]);
});

test("a script that was put into the page does not run", async ({ page, troubles }) => {
  await page.goto("/");
  const policy = (await page.request.get("/")).headers()["content-security-policy"] ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain("unsafe");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = 1";
    document.body.append(script);
  });
  expect(await page.evaluate(ran)).toEqual([undefined, null]);
  await expect.poll(() => troubles.length).toBeGreaterThan(0);
  expect(troubles.every((trouble) => trouble.includes("Content Security Policy"))).toBe(true);
  troubles.length = 0;
});

test("no change is made without the token against forgery", async ({ page, baseURL }) => {
  await page.goto("/");
  const tried: [string, string, object?][] = [
    ["POST", "/api/v1/collections", { name: "forged" }],
    ["POST", "/api/v1/tokens", { name: "forged", scope: "read" }],
    ["POST", "/api/v1/documents/bulk", { action: "delete", document_ids: [1] }],
    ["DELETE", "/api/v1/documents/1"],
    ["DELETE", "/api/v1/session"],
    ["POST", "/api/v1/documents?filename=forged.txt", { text: "forged" }],
    ["POST", "/api/v1/uploads"],
  ];
  for (const [method, path, data] of tried) {
    const answer = await page.request.fetch(`${baseURL ?? ""}${path}`, { method, ...(data ? { data } : {}), headers: { "Tus-Resumable": "1.0.0", "Upload-Length": "3" } });
    expect([path, answer.status()]).toEqual([path, 403]);
  }
});
