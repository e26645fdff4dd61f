// The printed map: a sheet with title, legend, scale bar and north arrow, in light colours in a dark app too.
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { severityColours } from "../../src/domain/colour/palette.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, sharedProduct, tokenOf } from "./browser.ts";
import { countsInView } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

/** Share of the pixels inside the box (parts of width and height) that are about this colour. */
async function shareIn(
  file: string,
  [left, top, right, bottom]: readonly [number, number, number, number],
  [red, green, blue]: readonly [number, number, number],
): Promise<number> {
  const { width = 0, height = 0 } = await sharp(file).metadata();
  const box = {
    left: Math.round(left * width),
    top: Math.round(top * height),
    width: Math.round((right - left) * width),
    height: Math.round((bottom - top) * height),
  };
  const pixels = await sharp(file).extract(box).removeAlpha().raw().toBuffer();
  let hits = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    const near = [red, green, blue].every(
      (part, channel) => Math.abs((pixels[at + channel] ?? 0) - part) <= 12,
    );
    if (near) hits += 1;
  }
  return hits / (pixels.length / 3);
}

test("a dark app saves the map in light colours, and prints only the sheet", async () => {
  const { page, faults } = await openAs(browser, product, "viewer", { dark: true });
  await page.goto(product.url);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(page);
  await page.keyboard.press("Control+p");
  const dialog = page.getByRole("dialog", { name: "Print or save the map" });
  const preview = dialog.getByRole("img", { name: /Valdesol, .*Glass tube temperature/ });
  await preview.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save as PNG" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Valdesol .*Glass tube temperature\.png$/);
  const file = await download.path();
  expect((await readFile(file)).subarray(1, 4).toString()).toBe("PNG");
  const { width = 0, height = 0 } = await sharp(file).metadata();
  expect(width).toBeGreaterThan(2000);
  expect(height).toBeGreaterThan(1200);
  // White paper, and the light land of the base map; nothing of the dark one.
  expect(await shareIn(file, [0, 0, 1, 0.02], [255, 255, 255])).toBeGreaterThan(0.99);
  expect(await shareIn(file, [0.05, 0.15, 0.75, 0.9], [243, 242, 238])).toBeGreaterThan(0.2);
  // The severe class on the map and in the legend.
  const severe = [122, 14, 67] as const;
  expect(await shareIn(file, [0.82, 0.05, 1, 0.5], severe)).toBeGreaterThan(0.0002);
  expect(await shareIn(file, [0.05, 0.15, 0.75, 0.9], severe)).toBeGreaterThan(0.0005);

  await page.emulateMedia({ media: "print" });
  expect(await page.locator("[data-print-sheet] canvas").isVisible()).toBe(true);
  expect(await page.locator("#root").isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });
  // What was hidden for a moment has lost the focus.
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });

  // From the browser's own menu the sheet is there at once, too.
  const isThere = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    return document.querySelector("[data-print-sheet] canvas") !== null;
  });
  expect(isThere).toBe(true);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.locator("[data-print-sheet]").waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});

type Ring = readonly (readonly [number, number])[];
type Twin = { readonly features: { readonly geometry: { readonly coordinates: unknown } }[] };

/** Every corner of a geometry, whatever its kind. */
const cornersOf = (coordinates: unknown): Ring =>
  Array.isArray(coordinates) && typeof coordinates[0] === "number"
    ? [coordinates as unknown as [number, number]]
    : (coordinates as unknown[]).flatMap(cornersOf);

/** Metres from the westernmost to the easternmost corner: radii of WGS84, on the parallel in the middle. */
function widthOf(corners: Ring): number {
  const [lons, lats] = [corners.map(([lon]) => lon), corners.map(([, lat]) => lat)];
  const [west, east] = [
    lons.reduce((a, b) => Math.min(a, b)),
    lons.reduce((a, b) => Math.max(a, b)),
  ];
  const middle =
    (lats.reduce((a, b) => Math.min(a, b)) + lats.reduce((a, b) => Math.max(a, b))) / 2;
  const latitude = (middle * Math.PI) / 180;
  const radius = 6_378_137 / Math.sqrt(1 - 0.006_694_38 * Math.sin(latitude) ** 2);
  return ((east - west) * Math.PI * radius * Math.cos(latitude)) / 180;
}

/** The first and the last column of the sheet that has this colour, right of nothing but the map. */
async function columnsOf(file: string, colours: readonly string[], mapShare: number) {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wanted = colours.map((hex) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
  );
  const columns: number[] = [];
  for (let x = 0; x < info.width * mapShare; x += 1) {
    let hits = 0;
    for (let y = 0; y < info.height; y += 1) {
      const at = (y * info.width + x) * 3;
      if (wanted.some((one) => one.every((part, of) => Math.abs(part - data[at + of]!) <= 10)))
        hits += 1;
    }
    // A column of components, not a letter or an edge.
    if (hits > info.height / 20) columns.push(x);
  }
  return { first: columns[0]!, last: columns.at(-1)!, width: info.width };
}

test("at a scale of 1 : 10,000 on A4 the plant is as wide on paper as its twin says", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  await page.goto(`${product.url}/plant/1`);
  await countsInView(page);
  const view = page.url();
  await page.keyboard.press("Control+p");
  const dialog = page.getByRole("dialog", { name: "Print or save the map" });
  const sheet = dialog.getByRole("img", { name: /Valdesol/ });
  await sheet.waitFor();
  await dialog.getByRole("button", { name: "Paper" }).click();
  await page.getByRole("option", { name: "A4", exact: true }).click();
  await dialog.getByText(/^297 × 210 mm, 150 dpi\./).waitFor();
  await dialog.getByRole("button", { name: "Scale" }).click();
  await page.getByRole("option", { name: "1 : 10,000", exact: true }).click();
  await sheet.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save as PNG" }).click(),
  ]);
  const file = await download.path();
  const { features } = (
    await ask<Twin>(
      product,
      await tokenOf(page),
      "/auth/plant/1/field-geometry/file?format=geojson&component_type=sce",
    )
  ).body;
  const metres = widthOf(features.flatMap(({ geometry }) => cornersOf(geometry.coordinates)));
  const { first, last, width } = await columnsOf(file, Object.values(severityColours.light), 0.7);
  const onPaper = (((last - first + 1) / width) * 297) / 1000;
  expect(onPaper * 10_000).toBeGreaterThan(metres * 0.995);
  expect(onPaper * 10_000).toBeLessThan(metres * 1.005);

  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect([...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]).toHaveLength(1);
  const [, wide, tall] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!;
  expect([Math.round(Number(wide)), Math.round(Number(tall))]).toEqual([842, 595]);

  // The map behind the dialog is as it was.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(page.url()).toBe(view);
  expect(faults).toEqual([]);
});

test("the plant in 3D is printed, without a scale", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.goto(`${product.url}/plant/1?space=3d`);
  await countsInView(page);
  await page.getByRole("region", { name: "The plant in 3D" }).waitFor();
  await page.keyboard.press("Control+p");
  const dialog = page.getByRole("dialog", { name: "Print or save the map" });
  await dialog.getByRole("button", { name: "Paper" }).click();
  await page.getByRole("option", { name: "A4", exact: true }).click();
  await dialog.getByText("The 3D view has no scale: what is higher is larger.").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save as PNG" }).click(),
  ]);
  const file = await download.path();
  const soil = [227, 222, 209] as const;
  expect(await shareIn(file, [0.05, 0.4, 0.65, 0.9], soil)).toBeGreaterThan(0.2);
  expect(faults).toEqual([]);
});
