// The ground below the plants: what the app ships, and known tile services, played by a server of the test.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { openAs, ownProduct, sharedBrowser, startDemo } from "./browser.ts";
import { startProduct, type Product } from "./product.ts";
import { legend, shareOfColour } from "./workbench.ts";

const shipped = await ownProduct();
/** No other part of the page has this colour. */
const TILE = [12, 200, 140] as const;
const browser = await sharedBrowser();
let served: Product;
let tiles: Awaited<ReturnType<typeof startTileServer>>;

beforeAll(async () => {
  [served, tiles] = await Promise.all([startDemo({ MAP_STYLE: "osm" }), startTileServer()]);
});
afterAll(async () => {
  await served.stop();
  await tiles.stop();
});

/** Gives every path a tile of one colour, except styles: those name a vector source of nothing. */
async function startTileServer() {
  const tile = await sharp({
    create: { width: 256, height: 256, channels: 3, background: { r: 12, g: 200, b: 140 } },
  })
    .png()
    .toBuffer();
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = "", headers }, answer) => {
    asked.push({ url, headers });
    answer.setHeader("access-control-allow-origin", "*");
    if (!url.includes("/styles/"))
      return void answer.setHeader("content-type", "image/png").end(tile);
    const background = { "background-color": `rgb(${TILE.join(",")})` };
    const layers = [{ id: "land", type: "background", paint: background }];
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ version: 8, sources: {}, layers }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    /** Sends what the page asks of any other host to this server; the page knows the real names only. */
    async playFor(page: Page, own: string) {
      await page.context().route(
        (url) => url.protocol === "https:" && !own.startsWith(url.origin),
        async (route) => {
          const { pathname, host } = new URL(route.request().url());
          const headers = await route.request().allHeaders();
          const answer = await fetch(`http://127.0.0.1:${port}/${host}${pathname}`, {
            headers: headers["referer"] ? { referer: headers["referer"] } : {},
          });
          await route.fulfill({
            body: Buffer.from(await answer.arrayBuffer()),
            contentType: answer.headers.get("content-type") ?? "",
            headers: { "access-control-allow-origin": "*" },
          });
        },
      );
    },
    async stop() {
      await new Promise((done) => server.close(done));
    },
  };
}

/** Opens the viewer's first plant from the list beside the world map. */
async function openFirstPlant(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/plants`);
  await page
    .getByRole("navigation", { name: "Plants, most urgent first" })
    .getByRole("link")
    .first()
    .click();
  await page.waitForURL(/\/plant\/\d+/);
  await legend(page).waitFor();
}

test("the world map has a list of the plants, and names without any other host", async () => {
  const { page, faults } = await openAs(browser, shipped, "viewer");
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  const names = page.waitForResponse((answer) => answer.url().endsWith("/ground/names.json"));
  await page.goto(`${shipped.url}/plants`);
  expect((await names).status()).toBe(200);
  const list = page.getByRole("navigation", { name: "Plants, most urgent first" });
  const name = await list.getByRole("link").first().locator("strong").innerText();
  await list.getByRole("button", { name: `Show ${name} on the map` }).click();
  await page.getByRole("region", { name }).getByRole("button", { name: "Open plant" }).waitFor();
  expect([...hosts].filter((host) => host.startsWith("http"))).toEqual([shipped.url]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("OpenStreetMap's tiles lie under the plant, with its name, and are asked for as it demands", async () => {
  const { page, faults } = await openAs(browser, served, "viewer");
  await tiles.playFor(page, served.url);
  await openFirstPlant(page, served.url);
  await expect
    .poll(() => shareOfColour(page, TILE), { timeout: patient(60_000) })
    .toBeGreaterThan(0.2);
  await page.getByRole("link", { name: "© OpenStreetMap contributors" }).waitFor();
  const asked = tiles.asked.filter(({ url }) => url.startsWith("/tile.openstreetmap.org/"));
  expect(asked.length).toBeGreaterThan(0);
  for (const { url, headers } of asked) {
    expect(url).toMatch(/^\/tile\.openstreetmap\.org\/\d+\/\d+\/\d+\.png$/);
    // Without it, OpenStreetMap answers with a picture that says "access blocked".
    expect(headers.referer).toBe(`${served.url}/`);
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([
  ["esri-imagery", /^\/server\.arcgisonline\.com\/ArcGIS\/rest\/services\/World_Imagery\//],
  ["openfreemap", /^\/tiles\.openfreemap\.org\/styles\/liberty$/],
])("%s is the ground as soon as it is named", async (MAP_STYLE, path) => {
  // The same port, or the browser's session would be that of another host.
  const { port } = new URL(served.url);
  await served.end();
  served = await startProduct({ MAP_STYLE, PORT: port }, served.data_dir);
  const { page, faults } = await openAs(browser, served, "viewer");
  await tiles.playFor(page, served.url);
  await openFirstPlant(page, served.url);
  await expect
    .poll(() => shareOfColour(page, TILE), { timeout: patient(60_000) })
    .toBeGreaterThan(0.2);
  expect(tiles.asked.some(({ url }) => path.test(url))).toBe(true);
  expect(faults).toEqual([]);
  await page.context().close();
});
