// The map fills its place after quick changes of its width: it is drawn as wide as it is shown, never stretched.
import { expect, test } from "vitest";
import { sharedBrowser, sharedProduct } from "./browser.ts";
import { openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

test("a map that is resized twice before its next frame is as wide as it is shown", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  const widths = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>("canvas.maplibregl-canvas")!;
      return [canvas.width, canvas.clientWidth];
    });
  for (const pause of [10, 30, 50, 70, 90, 120]) {
    await page.evaluate(async (milliseconds) => {
      const frame = document.querySelector<HTMLElement>(".maplibregl-map")!;
      const after = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
      frame.style.width = "1100px";
      await after(milliseconds);
      frame.style.width = "1000px";
      await after(20);
      frame.style.width = "900px";
    }, pause);
    await expect.poll(widths).toEqual([900, 900]);
  }
  expect(faults).toEqual([]);
});
