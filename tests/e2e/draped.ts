// Whether a blueprint's line lies on the edge of an orthomosaic in the picture of the 3D view.
import sharp from "sharp";
import type { Page } from "playwright";

type Colour = readonly [red: number, green: number, blue: number];
/** The ink of blueprints in light colours. */
const LINE: Colour = [112, 48, 160];
/** Pixels: margin at the sides that cards may cover, and distance between the sampled columns. */
const [SIDE, STEP] = [400, 4];
const FEWEST = 40;

/**
 * The share of the line's columns with the picture right above the line and none right below; 0 where hardly any
 * of the line is seen.
 * @param colours of the orthomosaic
 */
export async function fitOfEdge(page: Page, colours: readonly Colour[]): Promise<number> {
  const shot = await page.locator("canvas").first().screenshot();
  const { data, info } = await sharp(shot)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isNear = (x: number, y: number, colour: Colour) =>
    colour.every((part, band) => Math.abs(data[(y * info.width + x) * 3 + band]! - part) < 24);
  const isPicture = (x: number, y: number) => colours.some((colour) => isNear(x, y, colour));
  let [count, fits] = [0, 0];
  for (let x = SIDE; x < info.width - SIDE; x += STEP) {
    let row = 10;
    while (row < info.height - 10 && !isNear(x, row, LINE)) row += 1;
    if (row >= info.height - 10) continue;
    count += 1;
    if (isPicture(x, row - 6) && !isPicture(x, row + 9)) fits += 1;
  }
  return count < FEWEST ? 0 : fits / count;
}
