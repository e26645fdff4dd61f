// The overlay of a plant: an image with a place is uploaded, chosen in the form of the plant, and lies over the map of
// all who see the plant, below the components, with its own opacity.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tiffOf } from "../../src/server/raster/tiff.fixture.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { clippedTexts } from "./clipped.ts";
import { openAs, ownProduct, settled, sharedBrowser, tokenOf } from "./browser.ts";
import { openPanel, shareOfColour } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(20_000) };
const PLANT = 2;
const FILE = "drainage.tif";
const GREEN = [20, 200, 60] as const;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "overlay-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A green image around a place, 4 km wide: beside the plant there is nothing else. */
async function writeImage(lon: number, lat: number): Promise<string> {
  const side = 200;
  const step = 0.04 / side;
  const path = join(folder, FILE);
  const value = (_column: number, _row: number, band: number) => GREEN[band]!;
  const to_map = [step, 0, lon - 0.02, 0, -step, lat + 0.02] as const;
  const image = { width: side, height: side, bands: 3, value, isDeflated: true } as const;
  await writeFile(path, tiffOf([image], { epsg: 4326, to_map }));
  return path;
}

test("an image is chosen as the overlay, and everybody who sees the plant sees it", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plant/${PLANT}/settings`);
  type Place = { readonly lon: number; readonly lat: number };
  const { body } = await ask<Place>(product, await tokenOf(page), `/auth/plant/${PLANT}`);
  await page.getByRole("radio", { name: "Blueprints" }).click();
  const path = await writeImage(body.lon, body.lat);
  await page.locator("input[type=file]").first().setInputFiles(path);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText(`${FILE} was uploaded.`).waitFor(soon);

  await page.goto(`${product.url}/settings/plants?id=${PLANT}`);
  const choice = page.getByRole("button", { name: /Overlay on the map/ });
  await choice.click();
  await page.getByRole("option", { name: FILE }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The plant was saved.").waitFor(soon);
  expect(faults).toEqual([]);

  const viewer = await openAs(browser, product, "field");
  await viewer.page.goto(`${product.url}/plant/${PLANT}`);
  await openPanel(viewer.page, "Layers");
  const row = viewer.page.getByRole("listitem").filter({ hasText: "Overlay of the plant" });
  await row.getByText(FILE).waitFor(soon);
  const opacity = row.getByRole("slider", { name: "Opacity of Overlay of the plant" });
  await opacity.focus();
  for (let step = 0; step < 6; step++) await opacity.press("ArrowRight");
  const share = () => shareOfColour(viewer.page, GREEN);
  await expect.poll(share, soon).toBeGreaterThan(0.05);
  await row.getByRole("button", { name: "Hide Overlay of the plant" }).click();
  await expect.poll(share, soon).toBe(0);
  expect(viewer.faults).toEqual([]);
});

test.each([
  ["es", "Superposición en el mapa", "Sin superposición"],
  ["pt", "Sobreposição no mapa", "Sem sobreposição"],
])("in %s on a phone the form has no cut text", async (language, label, none) => {
  const { page, faults } = await openAs(browser, product, "admin", {
    width: 390,
    height: 844,
    locale: language,
  });
  await page.goto(`${product.url}/settings/plants?id=${PLANT}`);
  const choice = page.getByRole("button", { name: new RegExp(label) });
  await choice.waitFor(soon);
  await settled(page);
  expect(await page.evaluate(clippedTexts)).toEqual([]);
  await choice.click();
  await page.getByRole("option", { name: none }).waitFor(soon);
  expect(faults).toEqual([]);
});
