// The printed map: a sheet with title, legend, scale bar and north arrow, in light colours in a dark app too.
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { sharedBrowser, openAs, sharedProduct } from "./browser.ts";
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
