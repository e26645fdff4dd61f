// Two GeoTIFF files from the disk to the map: prepared, under the components, read in °C, swiped.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import proj4 from "proj4";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tiffOf, type TiffPicture } from "../../src/server/raster/tiff.fixture.ts";
import { slopeFile } from "../fixtures/elevation.ts";
import { announcedBytes, heldOn } from "../fixtures/held-plant.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { fitOfEdge } from "./draped.ts";
import { legend, openPanel, shareOfColour } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser({ isKeeping: true });
const minute = { timeout: patient(60_000) };
let folder: string;
/** The page of the plant with the orthomosaics. */
let place: string;
/** Degrees: the south and the north end of the west edge of the pictures. */
let westEdge: readonly [readonly number[], readonly number[]];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ortho-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

type Bounds = readonly [west: number, south: number, east: number, north: number];
const [LEFT, RIGHT] = [
  [190, 70, 160],
  [60, 150, 190],
] as const;
/** Of a second RGB orthomosaic of the same place, which lies above the first one by its name. */
const SECOND = [40, 170, 70] as const;
const [COLD, HOT] = [21.5, 63.5];
const PIXELS = 600;

/** Files in the UTM zone of the plant that reach beyond it: two halves of a colour, two of a temperature. */
async function writeFiles([west, south, east, north]: Bounds): Promise<void> {
  const zone = Math.floor((west + 180) / 6) + 1;
  const half = south < 0 ? "+south" : "";
  const utm = proj4("EPSG:4326", `+proj=utm +zone=${zone} ${half} +datum=WGS84 +units=m`);
  const toUtm = utm.forward;
  const [left, bottom] = toUtm([west, south]) as [number, number];
  const [right, top] = toUtm([east, north]) as [number, number];
  const size = (1.1 * Math.max(right - left, top - bottom)) / PIXELS;
  const [x, y] = [(left + right - size * PIXELS) / 2, (top + bottom + size * PIXELS) / 2];
  westEdge = [utm.inverse([x, y - size * PIXELS]), utm.inverse([x, y])];
  const options = {
    epsg: (south < 0 ? 32_700 : 32_600) + zone,
    to_map: [size, 0, x, 0, -size, y] as const,
  };
  const isLeft = (column: number) => column < PIXELS / 2;
  const shape = { width: PIXELS, height: PIXELS, tile: [128, 128], isDeflated: true } as const;
  const rgb: TiffPicture = {
    ...shape,
    bands: 3,
    value: (column, _row, band) => (isLeft(column) ? LEFT : RIGHT)[band]!,
  };
  const thermal: TiffPicture = {
    ...shape,
    sample: "float32",
    nodata: -9999,
    value: (column) => (isLeft(column) ? COLD : HOT),
  };
  const second: TiffPicture = {
    ...shape,
    bands: 3,
    value: (_column, _row, band) => SECOND[band]!,
  };
  await writeFile(join(folder, "second_rgb.tif"), tiffOf([second], options));
  const whole = tiffOf([rgb], options);
  await writeFile(join(folder, "plant_rgb.tif"), whole);
  await writeFile(join(folder, "plant_thermal.tif"), tiffOf([thermal], options));
  await writeFile(join(folder, "cut.tif"), whole.slice(0, whole.length / 2));
}

/** A plant with a twin and without an incomplete analysis: a new one can be made. */
async function freePlant(token: string): Promise<{ plant_id: number; bounds: Bounds }> {
  type Row = { readonly plant_id: number; readonly state: string };
  const { body: all } = await ask<Row[]>(product, token, "/auth/analysis");
  const open = all.filter(({ state }) => /EMPTY|UPLOAD|INCOMPLETE/.test(state));
  const free = all.filter((one) => !open.some(({ plant_id }) => plant_id === one.plant_id));
  for (const { plant_id } of free) {
    const path = `/auth/plant/${plant_id}/field-geometry`;
    const { status, body } = await ask<{ bounds: Bounds }>(product, token, path);
    if (status === 200) return { plant_id, bounds: body.bounds };
  }
  throw new Error("the demo has no plant for a new analysis");
}

const pictures = process.env["PICTURES"];
const shot = async (page: Page, name: string) => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

/** Switches a layer in the open panel. */
const toggle = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^(Show|Hide) ${name}$`) }).click();

test("orthomosaics are uploaded, prepared, seen below the components, read and swiped", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.addInitScript(() => {
    (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
  });
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const { plant_id, bounds } = await freePlant(token);
  await writeFiles(bounds);
  const flown_at = "2026-05-01T10:00:00Z";
  const body = { plant_id, name: "With orthomosaics", flown_at };
  const { id } = await send<{ id: number }>(product, token, "/auth/analysis", body);

  await page.goto(`${product.url}/analysis/${id}#upload`);
  await page.getByRole("button", { name: "Choose files" }).waitFor();
  const names = ["plant_rgb.tif", "second_rgb.tif", "plant_thermal.tif", "cut.tif"];
  const chosen = names.map((name) => join(folder, name));
  await page.locator("input[type=file]").first().setInputFiles(chosen);
  await page.getByRole("button", { name: /^Upload 4 files/ }).click();
  const section = page.getByRole("region", { name: "Orthomosaics" });
  for (const name of names) {
    const row = section.getByRole("listitem").filter({ hasText: name });
    await row.getByRole("button", { name: "Prepare as orthomosaic" }).click(minute);
    const end = name === "cut.tif" ? "cut short" : "EPSG:";
    await row.getByText(end).waitFor(minute);
  }
  await expect(section.getByText(/21.5 to 63.5 °C, read as °C/).count()).resolves.toBe(1);
  await shot(page, "files");

  place = `${product.url}/plant/${plant_id}?analysis=${id}`;
  await page.goto(place);
  const key = legend(page).getByRole("region", { name: "Orthomosaics" });
  await key.getByText("plant_rgb.tif").waitFor();
  await expect.poll(() => shareOfColour(page, SECOND), minute).toBeGreaterThan(0.2);
  await expect.poll(() => shareOfColour(page, LEFT), minute).toBeLessThan(0.02);

  // Each has its own place in the order, opacity and visibility, by keyboard too.
  await openPanel(page, "Layers");
  const parts = page.getByRole("list", { name: "RGB orthomosaic" }).getByRole("listitem");
  await expect.poll(() => parts.allInnerTexts(), minute).toHaveLength(2);
  expect((await parts.allInnerTexts())[0]).toContain("second_rgb.tif");
  await page.getByRole("button", { name: "Move second_rgb.tif down" }).press("Enter");
  await expect.poll(() => shareOfColour(page, LEFT), minute).toBeGreaterThan(0.1);
  await expect.poll(() => shareOfColour(page, RIGHT), minute).toBeGreaterThan(0.1);
  await expect.poll(() => shareOfColour(page, SECOND), minute).toBeLessThan(0.02);
  await shot(page, "rgb");
  const opacity = page.getByRole("slider", { name: "Opacity of plant_rgb.tif" });
  await opacity.press("Home");
  await expect.poll(() => shareOfColour(page, SECOND), minute).toBeGreaterThan(0.2);
  await opacity.press("End");
  await page.getByRole("button", { name: "Hide plant_rgb.tif" }).click();
  await key.getByText("plant_rgb.tif").waitFor({ state: "detached" });
  await expect.poll(() => shareOfColour(page, SECOND), minute).toBeGreaterThan(0.2);
  // The address keeps all of it.
  await expect
    .poll(() => decodeURIComponent(page.url()), { timeout: patient(20_000) })
    .toMatch(/orthomosaic-\d+~off/);
  await settled(page);
  await page.reload();
  await page.getByRole("button", { name: "Show plant_rgb.tif" }).click();
  expect((await parts.allInnerTexts())[0]).toContain("plant_rgb.tif");
  await expect.poll(() => shareOfColour(page, LEFT), minute).toBeGreaterThan(0.1);
  await toggle(page, "Thermal orthomosaic");
  await key.getByText("plant_thermal.tif").waitFor();
  // The panel took room from the map, and the plant stayed where it was.
  await page.getByRole("button", { name: "Show the whole plant" }).click();
  await settled(page);
  await expect.poll(() => shareOfColour(page, LEFT), minute).toBeLessThan(0.02);
  const map = (await page.locator("canvas").first().boundingBox())!;
  const reading = key.getByText("Below the pointer").locator("xpath=following-sibling::*");
  const at = (share: number) => [map.x + share * map.width, map.y + 0.5 * map.height] as const;
  await page.mouse.move(...at(0.2));
  await expect.poll(() => reading.innerText(), { timeout: patient(20_000) }).toBe("21.5 °C");
  await page.mouse.move(...at(0.5));
  await expect.poll(() => reading.innerText(), { timeout: patient(20_000) }).toBe("63.5 °C");
  await shot(page, "thermal");

  await key.getByText("Swipe RGB and temperatures").click();
  const line = page.getByRole("slider", { name: "Line between RGB and temperatures" });
  await line.waitFor();
  const soon = { timeout: patient(20_000) };
  await expect.poll(() => shareOfColour(page, LEFT), soon).toBeGreaterThan(0.08);
  await shot(page, "swipe");
  // The same line in 3D: without it the temperatures would cover the other picture.
  const space = page.getByRole("region", { name: "3D view" });
  await page.keyboard.press("3");
  await space.waitFor();
  await line.waitFor();
  await expect.poll(() => shareOfColour(page, LEFT), minute).toBeGreaterThan(0.04);
  await shot(page, "swipe-3d");
  await line.press("Home");
  await expect.poll(() => shareOfColour(page, LEFT), minute).toBeLessThan(0.01);
  await page.keyboard.press("3");
  await space.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});

test("on a slope, the picture and a blueprint lie on the terrain in 3D", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  const [[west = 0, south = 0], [, north = 0]] = westEdge;
  const plant = new URL(place).pathname.split("/")[2];
  const upload = async (section: string, name: string, buffer: Buffer) => {
    await page.goto(`${product.url}/plant/${plant}/settings?section=${section}`);
    const file = { name, mimeType: "application/octet-stream", buffer };
    await page.locator("input[type=file]").setInputFiles(file);
  };
  const [side, step] = [80, 0.0004];
  // A metre in ten to the east, at both ends of the edge.
  const rise = (step * 111_320 * Math.cos((south * Math.PI) / 180)) / 10;
  const corner = { west: west - 20 * step, north: (south + north) / 2 + (side / 2) * step };
  const heightOf = (column: number) => 500 + column * rise;
  await upload("terrain", "slope.tif", Buffer.from(slopeFile({ ...corner, side, step, heightOf })));
  await page.getByText("slope.tif was read.", { exact: false }).waitFor();
  const line = westEdge.map((end) => end.join()).join(" ");
  const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><LineString><coordinates>${line}</coordinates></LineString></Placemark></Document></kml>`;
  await upload("blueprints", "edge.kml", Buffer.from(kml));
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("edge.kml was uploaded with 1 feature.").waitFor();

  // From the west: higher ground is higher in the picture.
  const analysis = new URL(place).searchParams.get("analysis");
  const at = `${west},${(south + north) / 2},18,90,50`;
  await page.goto(
    `${product.url}/plant/${plant}?at=${at}&analysis=${analysis}&layer=blueprint~on~1&space=3d`,
  );
  const space = page.getByRole("region", { name: "3D view" });
  await space.waitFor();
  const soon = minute;
  const fit = () => fitOfEdge(page, [SECOND, LEFT]);
  await expect.poll(fit, soon).toBeGreaterThan(0.9);
  await shot(page, "slope-3d");
  await space.getByText("Terrain").click();
  await expect.poll(fit, soon).toBeGreaterThan(0.9);
  await shot(page, "flat-3d");
  expect(faults).toEqual([]);
});

test("they are taken offline, at about the announced size, and drawn without a network", async () => {
  const { page } = await openAs(browser, product, "admin");
  const soon = minute;
  const late = { timeout: patient(120_000) };
  await page.goto(place);
  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  // The demo has orthomosaics, too: only the uploaded ones are taken along.
  await wizard.getByRole("checkbox", { name: /^With orthomosaics, / }).waitFor(late);
  const others = wizard.getByRole("checkbox", { name: /^(?!With ).+ \d{4} · /, checked: true });
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().press("Space");
    await expect.poll(() => others.count()).toBe(left - 1);
  }
  await wizard.getByText(/^3 orthomosaics, pixels of [\d.]+ cm · [\d.]+\s[KM]B$/).waitFor(late);
  const announced = await announcedBytes(wizard);
  await shot(page, "wizard");
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await page.getByRole("button", { name: "Offline", exact: true }).waitFor(late);
  const { loaded_bytes } = await heldOn(page);
  expect(Math.abs(loaded_bytes / announced - 1)).toBeLessThan(0.1);

  const asked: string[] = [];
  await page.route("**/api/**", (route) => {
    asked.push(route.request().url());
    return route.abort("internetdisconnected");
  });
  // Closer than any tile on the device: the finest ones are drawn larger.
  const { body } = await ask<{ bounds: Bounds }>(
    product,
    await tokenOf(page),
    `/auth/plant/${/plant\/(\d+)/.exec(place)![1]}/field-geometry`,
  );
  const [west, south, east, north] = body.bounds;
  const left = `${west + 0.3 * (east - west)},${(south + north) / 2}`;
  await page.goto(`${place}&at=${encodeURIComponent(`${left},23,0,0`)}`);
  await expect.poll(() => shareOfColour(page, SECOND), soon).toBeGreaterThan(0.2);
  await shot(page, "offline");
  await page.goto(place);
  await expect.poll(() => shareOfColour(page, SECOND), soon).toBeGreaterThan(0.2);
  expect(asked.filter((url) => url.includes("ortho-mosaic"))).toEqual([]);
});
