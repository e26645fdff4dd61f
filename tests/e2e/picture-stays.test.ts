// What the plant shows stays: when the graphics context is lost in 3D, and when the window gets another size, for those
// too who asked their system for less motion.
import sharp from "sharp";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(45_000), interval: 400 };
const long = { timeout: patient(180_000) };

const space = (page: Page) => page.getByRole("region", { name: "3D view" });
const canvas = (page: Page) => page.locator("canvas[data-map], .maplibregl-canvas").first();

type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** The middle of the view, without the cards at its sides, once it does not change any more. */
async function still(page: Page): Promise<Pixels> {
  const box = (await canvas(page).boundingBox())!;
  const clip = {
    x: box.x + box.width / 2 - 140,
    y: box.y + 80,
    width: 280,
    height: box.height - 220,
  };
  let before = "";
  const isStill = async () => {
    const now = (await page.screenshot({ clip })).toString("base64");
    const isSame = now === before;
    before = now;
    return isSame;
  };
  await expect.poll(isStill, soon).toBe(true);
  const { data, info } = await sharp(Buffer.from(before, "base64"))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

/** The share of the pixels that differ between two pictures. */
function differing(one: Pixels, other: Pixels): number {
  const count = one.width * one.height;
  let apart = 0;
  for (let at = 0; at < count * 3; at += 3) {
    const most = [0, 1, 2].map((part) => Math.abs(one.data[at + part]! - other.data[at + part]!));
    if (Math.max(...most) > 3) apart += 1;
  }
  return apart / count;
}

test("3D comes back as it was when the graphics context is lost", long, async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await page.keyboard.press("3");
  await space(page).waitFor();
  await settled(page);
  const before = await still(page);
  await page.evaluate(() => {
    const drawn = document.querySelector<HTMLCanvasElement>("canvas[data-map]")!;
    drawn.dataset["lost"] = "";
    drawn.getContext("webgl2")!.getExtension("WEBGL_lose_context")!.loseContext();
  });
  // Another canvas stands in its place.
  await page.locator("canvas[data-lost]").waitFor({ state: "detached" });
  await canvas(page).waitFor();
  await settled(page);
  await page.locator("canvas[data-map][aria-busy=false]").waitFor();
  await expect.poll(async () => differing(await still(page), before), soon).toBe(0);
  // It can be moved, and drawn once more.
  await canvas(page).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(async () => differing(await still(page), before), soon).toBeGreaterThan(0.05);
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each(["map", "3d"])(
  "with less motion the %s has its new size within a few frames",
  long,
  async (view) => {
    const { page, faults } = await openViewersPlant(browser, product);
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (view === "3d") {
      await page.keyboard.press("3");
      await space(page).waitFor();
    }
    await settled(page);
    for (const size of [
      { width: 1100, height: 700 },
      { width: 1400, height: 900 },
      { width: 1180, height: 620 },
    ]) {
      await page.setViewportSize(size);
      const { shown, drawn, room, ratio } = await canvas(page).evaluate(async (of) => {
        if (!(of instanceof HTMLCanvasElement)) throw new Error("no canvas");
        for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
        const around = of.closest(".maplibregl-map") ?? of.parentElement!;
        return {
          shown: [of.clientWidth, of.clientHeight],
          drawn: [of.width, of.height],
          room: [around.clientWidth, around.clientHeight],
          ratio: devicePixelRatio,
        };
      });
      expect(ratio).toBe(1);
      expect(drawn).toEqual(shown);
      expect(shown).toEqual(room);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
