// The routes in 3D: drawn in their colours, hidden with their sortie, and the drone where the slider has it.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { rgbOf } from "../../src/domain/colour/colour.ts";
import { plainColours, signalInks } from "../../src/domain/colour/palette.ts";
import { openRoutes } from "../../src/domain/flight/format/route-open.ts";
import { flightClock } from "../../src/domain/flight/time/flight-clock.ts";
import type { FlightRouteRecord } from "../../src/domain/flight/route/flight-route-record.ts";
import { homeHeights } from "../../src/domain/flight/route/home-leg.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { plannedPlant, type Plant } from "./flight-plan.ts";
import { openPanel } from "./workbench.ts";

const product = await ownProduct();
const soon = { timeout: patient(30_000) };
const browser = await sharedBrowser();

type Colour = readonly [number, number, number];
const canvas = (page: Page) => page.getByRole("region", { name: /^The plant in 3D/ });

/** Pixels of the 3D view that are about this colour, as places in the view. */
async function pixelsOf(page: Page, colour: Colour): Promise<{ x: number; y: number }[]> {
  const { data, info } = await sharp(await canvas(page).screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = [];
  for (let at = 0; at < data.length; at += 3) {
    const near = colour.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) <= 12);
    if (near) found.push({ x: (at / 3) % info.width, y: Math.floor(at / 3 / info.width) });
  }
  return found;
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const EARTH_M = 6_371_000;
const RADIAN = Math.PI / 180;
/** The vertical angle of view of MapLibre, as its documentation has it. */
const VIEW_ANGLE = 36.87 * RADIAN;

/** Where a place at a height is seen, from the camera of the address: pinhole, flat ground. */
function seenAt(
  page: Page,
  { width, height }: { width: number; height: number },
  [lon, lat]: readonly [number, number],
  height_m: number,
): { x: number; y: number } {
  const numbers = new URL(page.url()).searchParams.get("at")!.split(",").map(Number);
  const [lon0 = 0, lat0 = 0, zoom = 0, bearing = 0, pitch = 0] = numbers;
  const east = (lon - lon0) * RADIAN * EARTH_M * Math.cos(lat0 * RADIAN);
  const north = (lat - lat0) * RADIAN * EARTH_M;
  const pixel_m = (2 * Math.PI * 6_378_137 * Math.cos(lat0 * RADIAN)) / (512 * 2 ** zoom);
  const focal = height / 2 / Math.tan(VIEW_ANGLE / 2);
  const [b, p] = [bearing * RADIAN, pitch * RADIAN];
  const right = east * Math.cos(b) - north * Math.sin(b);
  const ahead = east * Math.sin(b) + north * Math.cos(b);
  const up = ahead * Math.cos(p) + height_m * Math.sin(p);
  const away = focal * pixel_m + ahead * Math.sin(p) - height_m * Math.cos(p);
  return { x: width / 2 + (focal * right) / away, y: height / 2 - (focal * up) / away };
}

test("routes and the flying drone are drawn in 3D, at their heights", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const { id, routes } = await plannedPlant(product, await tokenOf(page));
  const [route] = await routes();
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight routes");
  const panel = page.getByRole("region", { name: "Flight routes", exact: true });
  await panel.getByText(/sort(ie|ies), \d+ lines with photos/).waitFor();
  await settled(page);
  await page.keyboard.press("3");
  await page.getByRole("region", { name: "3D view" }).waitFor();

  const sortie = rgbOf(plainColours[1]!);
  const count = async (colour: Colour) => (await pixelsOf(page, colour)).length;
  await expect.poll(() => count(sortie), soon).toBeGreaterThan(500);
  const shown = panel.getByRole("checkbox", { name: route!.name });
  await shown.press("Space");
  await expect.poll(() => count(sortie), soon).toBe(0);
  await shown.press("Space");
  await expect.poll(() => count(sortie), soon).toBeGreaterThan(500);
  await panel.getByRole("radio", { name: "Height" }).press("Space");
  await expect.poll(() => count(sortie), soon).toBe(0);

  const drone: Colour = [signalInks.drawing[0], signalInks.drawing[1], signalInks.drawing[2]];
  const before = await count(drone);
  const slider = panel.getByRole("slider", { name: "Time of flight" });
  await slider.focus();
  // Half the flight, then a tenth of it on.
  for (const pages of [5, 1]) {
    for (let step = 0; step < pages; step += 1) await page.keyboard.press("PageUp");
    await expect.poll(() => droneIsBeside(page, slider, route!, drone, before), soon).toBe("");
  }
  await panel.getByRole("button", { name: "Hide the drone" }).click();
  await expect.poll(() => count(drone), soon).toBe(before);
  expect(faults).toEqual([]);
});

/** Where the drone is drawn and where it must be, if these are apart; "" if not. */
async function droneIsBeside(
  page: Page,
  slider: ReturnType<Page["getByRole"]>,
  route: FlightRouteRecord,
  colour: Colour,
  before: number,
): Promise<string> {
  const seconds = Number(await slider.inputValue());
  const { place, height_m } = flightClock(route, homeHeights(route, null, [])).at(seconds);
  const box = (await canvas(page).boundingBox())!;
  const wanted = seenAt(page, box, place, height_m);
  const spots = await pixelsOf(page, colour);
  const near = spots.filter(({ x, y }) => Math.hypot(x - wanted.x, y - wanted.y) < 60);
  const drawn = { x: middle(near.map(({ x }) => x)), y: middle(near.map(({ y }) => y)) };
  const isThere =
    spots.length - before > 100 &&
    near.length > 100 &&
    height_m > 15 &&
    Math.hypot(drawn.x - wanted.x, drawn.y - wanted.y) < 12;
  return isThere ? "" : JSON.stringify({ seconds, height_m, wanted, drawn, near: near.length });
}

test("a waypoint is dragged and raised in 3D, a fault is undone, and the file has the new place", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const { id, routes } = await plannedPlant(product, await tokenOf(page));
  const route = (await routes()).at(-1)!;
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight routes");
  const panel = page.getByRole("region", { name: "Flight routes", exact: true });
  await panel.getByRole("button", { name: `Edit waypoints of ${route.name}` }).click();
  await panel.getByText("none chosen").waitFor();
  await settled(page);
  await page.keyboard.press("3");
  await page.getByRole("region", { name: "3D view" }).waitFor();
  const sortie = rgbOf(plainColours[1]!);
  await expect.poll(async () => (await pixelsOf(page, sortie)).length, soon).toBeGreaterThan(500);

  const box = (await canvas(page).boundingBox())!;
  const seen = (place: readonly [number, number], height_m: number) => {
    const { x, y } = seenAt(page, box, place, height_m);
    return { x: box.x + x, y: box.y + y };
  };
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.hypot(a.x - b.x, a.y - b.y);
  const spots = route.waypoints.map(({ place, height_m }) => seen(place, height_m));
  // One that no other waypoint hides, away from the no-fly polygon in the middle.
  const heart = {
    x: middle(spots.map(({ x }) => x)),
    y: middle(spots.map(({ y }) => y)),
  };
  // Beside the panels, which lie over the view.
  const isOpen = await page.evaluate(
    (all) => all.map(({ x, y }) => document.elementFromPoint(x, y)?.tagName === "CANVAS"),
    spots,
  );
  const alone = spots
    .map((spot, at) => ({ spot, at }))
    .filter(({ at }) => isOpen[at])
    .filter(({ spot, at }) => spots.every((other, i) => i === at || apart(spot, other) > 24))
    .toSorted((a, b) => apart(b.spot, heart) - apart(a.spot, heart));
  const { at, spot } = alone[0]!;
  const inward = apart(spot, heart);
  const before = route.waypoints[at]!;
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };

  // It comes to lie where the pointer lets it go, at its height.
  const moved = {
    x: spot.x + (12 * (heart.x - spot.x)) / inward,
    y: spot.y + (12 * (heart.y - spot.y)) / inward,
  };
  await drag(spot, moved);
  const count = route.waypoints.length;
  await panel.getByText(`Waypoint ${at + 1} of ${count}`).waitFor();
  await panel.getByText("The route keeps to the flight polygons").waitFor();
  // Two metres by the keys, with the focus on the view.
  await canvas(page).focus();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press("PageUp");
  const height = panel.getByRole("textbox", { name: /^Height above the take-off position/ });
  const entered = async () => Number(await height.inputValue()) - before.height_m;
  await expect.poll(async () => Math.abs((await entered()) - 2)).toBeLessThan(0.06);

  // Beyond the flight polygon it is a fault, which an undo takes back.
  const lifted = seen(before.place, 0).y - seen(before.place, 2).y;
  const away = { x: moved.x - 8 * (moved.x - spot.x), y: moved.y - 8 * (moved.y - spot.y) };
  await drag({ x: moved.x, y: moved.y - lifted }, away);
  await panel.getByText(/fault.*can’t be saved/).waitFor();
  await page.keyboard.press("Control+z");
  await panel.getByText("The route keeps to the flight polygons").waitFor();

  await panel.getByRole("button", { name: "Save route" }).click();
  await page.getByText("The route is saved.").waitFor(soon);
  await panel.getByRole("button", { name: "End editing" }).click();
  await panel.getByRole("button", { name: `Download ${route.name}` }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /DJI/ }).click();
  const file = await download;
  const [opened] = openRoutes(await readFile(await file.path()), file.suggestedFilename());
  const written = opened!.waypoints[at]!;
  expect(opened!.waypoints).toHaveLength(count);
  expect(written.height_m).toBeCloseTo(before.height_m + 2, 2);
  const shown = seen(written.place, before.height_m);
  expect(apart(shown, moved)).toBeLessThan(2);
  expect(apart(shown, spot)).toBeGreaterThan(10);
  expect(faults).toEqual([]);
});

test("on a phone the panel of the routes scrolls, and the page stays", async () => {
  const { page, faults } = await openAs(browser, product, "admin", { width: 390, height: 844 });
  await page.goto(`${product.url}/plants`);
  const plants = (await ask<Plant[]>(product, await tokenOf(page), "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  await page.goto(`${product.url}/plant/${id}?panel=flight-routes&space=3d`);
  const panel = page.locator("[data-panel=flight-routes]");
  await panel.getByRole("checkbox", { name: "Photo points" }).press("Space");
  await panel.getByText(/\d+ are drawn/).waitFor();
  // The hidden inputs of switches and sliders take the focus.
  const main = page.getByRole("main");
  const beyond = () =>
    main.evaluate((shown) => [shown.scrollTop, shown.scrollHeight - shown.clientHeight]);
  expect(await beyond()).toEqual([0, 0]);
  await panel.getByRole("slider", { name: "Time of flight" }).press("PageUp");
  await panel.getByText("Battery left").waitFor();
  expect(await beyond()).toEqual([0, 0]);
  expect(faults).toEqual([]);
});
