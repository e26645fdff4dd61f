// Room for the map: what is fitted is in the free area between legend, toolbar, panels and the phone's sheet.
import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, sharedProduct, settled, tokenOf } from "./browser.ts";
import { countsInView, legend, openPanel, placeOnMap } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

type Box = { left: number; top: number; right: number; bottom: number };

/** Boxes in pixels of the window; null where nothing is shown. */
async function boxOf(page: Page, selector: string): Promise<Box | null> {
  const found = page.locator(selector).first();
  if ((await found.count()) === 0) return null;
  const box = await found.boundingBox();
  if (!box) return null;
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** Where the plant appears, computed from the camera of the address. */
async function plantBox(page: Page, map: Box): Promise<Box> {
  const plant = Number(/\/plant\/(\d+)/.exec(page.url())?.[1]);
  const { body } = await ask<{ bounds: [number, number, number, number] }>(
    product,
    await tokenOf(page),
    `/auth/plant/${plant}/field-geometry`,
  );
  const middle = { x: (map.left + map.right) / 2, y: (map.top + map.bottom) / 2 };
  const [west, south, east, north] = body.bounds;
  const [a, b] = [placeOnMap(page, middle, [west, north]), placeOnMap(page, middle, [east, south])];
  return { left: a.x, top: a.y, right: b.x, bottom: b.y };
}

const covers = [
  "section[aria-label=Legend]",
  "[role=toolbar]",
  "section[data-panel]",
  "nav[aria-label=Panels]",
];

/** Waits until the address has the camera at rest, then says what of the plant is covered or cut off. */
async function hidden(page: Page): Promise<string[]> {
  await settled(page);
  const map = await boxOf(page, "canvas.maplibregl-canvas");
  if (!map) return ["no map"];
  const plant = await plantBox(page, map);
  const faults: string[] = [];
  const isInside =
    plant.left >= map.left &&
    plant.right <= map.right &&
    plant.top >= map.top &&
    plant.bottom <= map.bottom;
  if (!isInside) faults.push("cut off");
  for (const selector of covers) {
    const cover = await boxOf(page, selector);
    const isApart =
      !cover ||
      plant.right <= cover.left ||
      plant.left >= cover.right ||
      plant.bottom <= cover.top ||
      plant.top >= cover.bottom;
    if (!isApart) faults.push(selector);
  }
  return faults;
}

const expectNothingHidden = (page: Page) =>
  expect.poll(() => hidden(page), { timeout: patient(30_000) }).toEqual([]);

async function openPlant(width: number, height: number): Promise<Page> {
  const { page } = await openAs(browser, product, "viewer", { width, height });
  await page.goto(product.url);
  await page.waitForURL((url) => url.searchParams.has("at"));
  await legend(page).waitFor();
  return page;
}

/** Waits until the plant is where it was, in pixels of the window. */
async function expectUnmoved(page: Page, before: Box): Promise<void> {
  const moved = async () => {
    await settled(page);
    const now = await plantBox(page, (await boxOf(page, "canvas.maplibregl-canvas"))!);
    return Math.max(
      Math.abs(now.left - before.left),
      Math.abs(now.top - before.top),
      Math.abs(now.right - before.right),
      Math.abs(now.bottom - before.bottom),
    );
  };
  await expect.poll(moved, { timeout: patient(30_000) }).toBeLessThan(2);
}

test("the plant lies beside the legend, and stays where it is when panels open and close", async () => {
  const page = await openPlant(1440, 900);
  await expectNothingHidden(page);
  const before = await plantBox(page, (await boxOf(page, "canvas.maplibregl-canvas"))!);
  await openPanel(page, "Table");
  await expectUnmoved(page, before);
  await openPanel(page, "Layers");
  await openPanel(page, "Filters");
  await expectUnmoved(page, before);
  const filters = page.locator("section[data-panel]", { hasText: "Classes" });
  await filters.getByRole("checkbox").first().press("Space");
  await legend(page).getByRole("button", { name: "Collapse legend" }).click();
  await expectUnmoved(page, before);
  const box = await legend(page).boundingBox();
  // One line, and one for the filter.
  expect(box?.height).toBeLessThan(75);
  // The way back to the whole plant uses the room that the panels leave.
  await page.getByRole("button", { name: "Show the whole plant" }).click();
  await expectNothingHidden(page);
  // Another size of the window is no panel.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectNothingHidden(page);
  await page.reload();
  // The small form is kept.
  await legend(page)
    .getByRole("button", { name: /^Expand legend/ })
    .click();
  await legend(page).getByRole("button", { name: "Collapse legend" }).waitFor();
  await page.context().close();
});

test("on a phone the plant lies above the sheet, and the legend is one line", async () => {
  const page = await openPlant(390, 844);
  await expectNothingHidden(page);
  expect((await legend(page).boundingBox())?.height).toBeLessThan(70);
  await openPanel(page, "Layers");
  await expectNothingHidden(page);
  await page.getByRole("button", { name: "Close Layers" }).click();
  await expectNothingHidden(page);
  await legend(page)
    .getByRole("button", { name: /^Expand legend/ })
    .click();
  await expectNothingHidden(page);
  await page.context().close();
});

/** Share of the window on which the map lies uncovered: nothing else would take a press there. */
const freeShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let [free, all] = [0, 0];
    for (let x = 2; x < innerWidth; x += 8) {
      for (let y = 2; y < innerHeight; y += 8) {
        all += 1;
        if (document.elementFromPoint(x, y)?.closest(".maplibregl-map, canvas")) free += 1;
      }
    }
    return free / all;
  });

test("at 1280 × 720 two thirds of the window are map; between a list and a card the legend is one line", async () => {
  const page = await openPlant(1280, 720);
  await countsInView(page);
  expect(await freeShare(page)).toBeGreaterThanOrEqual(2 / 3);
  await openPanel(page, "Find");
  expect(await freeShare(page)).toBeGreaterThanOrEqual(1 / 2);
  const find = page.getByRole("region", { name: "Find", exact: true });
  const findings = find.getByRole("group", { name: /^Findings/ }).getByRole("button");
  await findings.first().click();
  await page.getByRole("article", { name: "Component" }).waitFor();
  await legend(page)
    .getByRole("button", { name: /^Expand legend/ })
    .waitFor();
  // The two panels leave 45 %, of which a tenth goes to the toolbar, the two lines and the scale.
  expect(await freeShare(page)).toBeGreaterThanOrEqual(1 / 3);
  await page.getByRole("button", { name: "Close Component" }).click();
  await legend(page).getByRole("button", { name: "Collapse legend" }).waitFor();
  await page.context().close();
});

/** Share of vivid pixels between two columns of the window: the ground and its names are grey, classes are not. */
async function vividShare(page: Page, left: number, right: number): Promise<number> {
  const clip = { x: left, y: 150, width: right - left, height: 600 };
  const shot = sharp(await page.screenshot({ clip })).removeAlpha();
  const data = await shot.raw().toBuffer();
  let vivid = 0;
  for (let at = 0; at < data.length; at += 3) {
    const colour = data.subarray(at, at + 3);
    if (Math.max(...colour) - Math.min(...colour) > 60) vivid += 1;
  }
  return vivid / (data.length / 3);
}

test("side by side at 1440 px each half shows the whole plant", async () => {
  const page = await openPlant(1440, 900);
  await countsInView(page);
  await openPanel(page, "Compare");
  await page.getByRole("button", { name: /Compared with/ }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("radio", { name: "Side by side" }).click();
  const maps = page.locator("canvas.maplibregl-canvas");
  await expect.poll(() => maps.count(), { timeout: patient(30_000) }).toBe(2);
  await page.getByRole("button", { name: "Close Compare" }).click();
  await page.getByRole("button", { name: "Show the whole plant" }).click();
  await expectNothingHidden(page);
  // Left of the legend, which lies over the right half.
  const [legendBox, ...boxes] = await Promise.all([
    legend(page).boundingBox(),
    maps.nth(0).boundingBox(),
    maps.nth(1).boundingBox(),
  ]);
  const [left, right] = boxes.map((box) => box!.x).toSorted((a, b) => a - b) as [number, number];
  const width = legendBox!.x - right;
  const shares = async () => [
    await vividShare(page, left, left + width),
    await vividShare(page, right, right + width),
  ];
  await expect.poll(async () => Math.min(...(await shares()))).toBeGreaterThan(0.01);
  const [first = 0, second = 0] = await shares();
  expect(first / second).toBeGreaterThan(0.5);
  expect(first / second).toBeLessThan(2);
  await page.context().close();
});
