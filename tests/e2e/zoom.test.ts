// At 200 % and 400 % of a window of 1280 × 1024 the main screens can be read and scrolled in one direction, and with
// forced colours the tool, panel and tab that are active differ from the others.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { openAs, settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { clippedTexts } from "./clipped.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(20_000) };
/** What a window of 1280 × 1024 is left with. */
const ZOOMS = {
  "200 %": { width: 640, height: 512 },
  "400 %": { width: 320, height: 256 },
  "a phone": { width: 390, height: 844 },
};

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.each([
  "/plants",
  "/analyses",
  "/settings/orders",
  "/settings/users",
  "/settings/user-profile",
])("%s can be read at every zoom", async (address) => {
  const { page } = await openAs(browser, product, "super_admin", { locale: "pt-BR" });
  await page.goto(product.url + address);
  await page.getByRole("heading").first().waitFor(soon);
  const faults: string[] = [];
  for (const [zoom, size] of Object.entries(ZOOMS)) {
    await page.setViewportSize(size);
    await settled(page);
    if ((await sideways(page)) > 0) faults.push(`${zoom} scrolls sideways`);
    for (const fault of await page.evaluate(clippedTexts)) faults.push(`${zoom} ${fault}`);
  }
  await page.context().close();
  expect(faults).toEqual([]);
});

test("the map of a plant keeps a place at 200 % and 400 %, and its bar can be reached", async () => {
  const { page } = await openViewersPlant(browser, product);
  for (const size of Object.values(ZOOMS)) {
    await page.setViewportSize(size);
    await settled(page);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    const map = (await page.locator("canvas.maplibregl-canvas").first().boundingBox())!;
    expect(Math.min(map.width, map.height)).toBeGreaterThan(100);
    const buttons = page.locator("nav button[aria-pressed]");
    await buttons.first().scrollIntoViewIfNeeded();
    const bar = (await buttons.first().boundingBox())!;
    expect(bar.y + bar.height).toBeLessThanOrEqual(size.height + 1);
  }
});

test("with forced colours the active tool and panel look other than the others", async () => {
  const { page } = await openViewersPlant(browser, product);
  await openPanel(page, "Observations");
  await page.emulateMedia({ forcedColors: "active" });
  await settled(page);
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, color, borderTopColor, outlineStyle, outlineColor } =
          getComputedStyle(element);
        return JSON.stringify([backgroundColor, color, borderTopColor, outlineStyle, outlineColor]);
      });
  const bar = "[role=toolbar] button";
  expect(await look(`${bar}[aria-pressed=true]`)).not.toBe(
    await look(`${bar}[aria-pressed=false]`),
  );
  const rail = "nav button";
  expect(await look(`${rail}[aria-pressed=true]`)).not.toBe(
    await look(`${rail}[aria-pressed=false]`),
  );
});
