// An evening with a plant: filter it, look closer, compare, take the answer away.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, sharedProduct, settled, tokenOf } from "./browser.ts";
import {
  countsInView,
  legend,
  markColour,
  openViewersPlant,
  openPanel,
  shareOfColour,
  passing,
  placeOnMap,
  rowCount,
  showSevereOnly,
} from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

const openPlant = (path = "/") => openViewersPlant(browser, product, path);

test("choosing a class in the legend filters map and table alike", async () => {
  const { page } = await openPlant();
  await openPanel(page, "Table");
  await expect.poll(() => rowCount(page), { timeout: patient(30_000) }).toBeGreaterThan(20_000);
  const good = await markColour(page, "Good");
  const before = await shareOfColour(page, good);
  const count = await showSevereOnly(page);
  await expect.poll(() => rowCount(page), { timeout: patient(30_000) }).toBe(count);
  await expect
    .poll(() => shareOfColour(page, good), { timeout: patient(30_000) })
    .toBeLessThan(before / 4);
});

test("brushing a range of the legend's histogram filters the table to exactly these values", async () => {
  const { page } = await openPlant();
  await openPanel(page, "Table");
  await legend(page)
    .getByRole("button", { name: /Key figure/ })
    .click();
  await page
    .getByRole("option", { name: /^Heat loss/ })
    .first()
    .click();
  const from = legend(page).getByRole("slider", { name: "From" });
  await from.waitFor();
  const all = await countsInView(page);
  await from.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("PageUp");
  await expect
    .poll(async () => (await countsInView(page)).shown, { timeout: patient(30_000) })
    .toBeLessThan(all.shown);
  const left = await passing(page);
  expect(left).toBeGreaterThan(0);
  await expect.poll(() => rowCount(page), { timeout: patient(30_000) }).toBe(left);
});

type Places = {
  features: {
    properties: { pcs: string };
    geometry: { coordinates: (readonly [number, number])[][] };
  }[];
};

test("a click on the map opens the component's card, and its link shows the same view elsewhere", async () => {
  const { page, faults } = await openPlant();
  const map = page.locator("canvas").first();
  let picture = await map.screenshot();
  await page.keyboard.press("j");
  const card = page.getByRole("heading", { level: 3 }).first();
  await card.waitFor();
  const name = await card.innerText();
  // The camera flies to the component; it has arrived where the picture stays as it is.
  let hasMoved = false;
  const hasArrived = async () => {
    const next = await map.screenshot();
    const isSame = next.equals(picture);
    hasMoved ||= !isSame;
    picture = next;
    return hasMoved && isSame;
  };
  await expect.poll(hasArrived, { timeout: patient(30_000) }).toBe(true);
  await page.getByRole("button", { name: "Close Component" }).click();
  await card.waitFor({ state: "detached" });
  await settled(page);
  const box = await page.locator("canvas").first().boundingBox();
  if (box === null) throw new Error("no map");
  const plant = /\/plant\/(\d+)/.exec(page.url())![1];
  const path = `/auth/geo-visual/${plant}/components?component_type=absorber_tube`;
  const { body } = await ask<Places | string>(product, await tokenOf(page), path);
  const { features } = typeof body === "string" ? (JSON.parse(body) as Places) : body;
  const feature = features.find(({ properties }) => properties.pcs === name.split(" ")[0])!;
  const [one, , opposite] = feature.geometry.coordinates[0]!;
  const centre = [(one![0] + opposite![0]) / 2, (one![1] + opposite![1]) / 2] as const;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const place = placeOnMap(page, middle, centre);
  await page.mouse.click(place.x, place.y);
  await card.waitFor();
  expect((await card.innerText()).split(" ")[0]).toBe(name.split(" ")[0]);
  await page.getByRole("region", { name: "Values of this analysis" }).waitFor();
  await showSevereOnly(page).catch(() => 0);
  await expect.poll(() => page.url()).toContain("filter=");

  const link = page.url();
  const again = await openAs(browser, product, "viewer");
  await again.page.goto(link);
  await countsInView(again.page);
  expect(await again.page.getByRole("heading", { level: 3 }).first().innerText()).toBe(
    await card.innerText(),
  );
  const expected = await countsInView(page);
  await expect.poll(() => countsInView(again.page), { timeout: patient(30_000) }).toEqual(expected);

  const stranger = await openAs(browser, product, "other_customer");
  await stranger.page.goto(link);
  // One page, without panels and tools of a plant that is not there.
  await stranger.page.getByRole("heading", { level: 1, name: "Plant not found" }).waitFor();
  expect(await stranger.page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await stranger.page.getByRole("navigation", { name: "Panels" }).count()).toBe(0);
  expect(await stranger.page.getByRole("button", { name: "Take offline" }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test("an analysis that loses its network while it loads comes by itself once the network is back", async () => {
  const { page } = await openPlant();
  const before = new URL(page.url()).searchParams.get("analysis");
  await page.context().setOffline(true);
  await legend(page).getByRole("button").first().click();
  await page.getByRole("option", { selected: false }).first().click();
  await legend(page).getByText("No connection to server").waitFor();
  expect(await legend(page).getByText("No results yet").count()).toBe(0);
  await page.context().setOffline(false);
  expect((await countsInView(page)).all).toBeGreaterThan(1000);
  await expect.poll(() => new URL(page.url()).searchParams.get("analysis")).not.toBe(before);
  await page.context().close();
});

test("undo takes back the last act and redo brings it again", async () => {
  const { page } = await openPlant();
  const before = await countsInView(page);
  const count = await showSevereOnly(page);
  await page.keyboard.press("Control+z");
  await expect
    .poll(async () => (await countsInView(page)).shown, { timeout: patient(30_000) })
    .toBe(before.shown);
  await page.keyboard.press("Control+Shift+z");
  await expect
    .poll(async () => (await countsInView(page)).shown, { timeout: patient(30_000) })
    .toBe(count);
});

test("a layer is dragged above another one, and undo puts it back", async () => {
  const { page } = await openPlant();
  await openPanel(page, "Layers");
  const layers = page.getByRole("list", { name: "Results", exact: true }).locator("> li");
  const order = async () => (await layers.allInnerTexts()).map((text) => text.split("\n")[0]);
  await layers.first().waitFor();
  const before = await order();
  const [top, second, third, ...others] = before;
  await layers.nth(2).dragTo(layers.nth(0));
  await expect.poll(order, { timeout: patient(15_000) }).toEqual([third, top, second, ...others]);
  // Each group has its own order, and the base map a fixed place: nothing is dropped on it.
  const plant = page.getByRole("list", { name: "Plant", exact: true }).locator("> li");
  expect(await plant.last().innerText()).toMatch(/^Base map/);
  await layers.nth(0).dragTo(plant.last());
  expect(await order()).toEqual([third, top, second, ...others]);
  await page.keyboard.press("Control+z");
  await expect.poll(order, { timeout: patient(15_000) }).toEqual(before);
});
