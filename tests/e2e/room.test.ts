// Room for the map: what is fitted is in the free area between legend, toolbar, panels and the phone's sheet.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, sharedProduct, settled, tokenOf } from "./browser.ts";
import { legend, openPanel, placeOnMap } from "./workbench.ts";

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
