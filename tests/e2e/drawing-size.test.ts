// The map fills its place after quick changes of its width: it is drawn as wide as it is shown, never stretched.
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, startProduct, type Product } from "./browser.ts";
import { openViewersPlant } from "./workbench.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), startBrowser()]);
});
afterAll(async () => {
  await Promise.all([product.stop(), browser.close()]);
});

test("a map that is resized twice before its next frame is as wide as it is shown", async () => {
  const { page, problems } = await openViewersPlant(browser, product);
  const widths = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>("canvas.maplibregl-canvas")!;
      return [canvas.width, canvas.clientWidth];
    });
  for (const pause of [10, 30, 50, 70, 90]) {
    await page.evaluate(async (milliseconds) => {
      const frame = document.querySelector<HTMLElement>(".maplibregl-map")!;
      const after = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
      frame.style.width = "1100px";
      await after(milliseconds);
      frame.style.width = "1000px";
      await after(20);
      frame.style.width = "900px";
    }, pause);
    await expect.poll(async () => (await widths())[1]).toBe(900);
    // The frame that follows is drawn.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await expect.poll(widths).toEqual([900, 900]);
  }
  expect(problems).toEqual([]);
});
