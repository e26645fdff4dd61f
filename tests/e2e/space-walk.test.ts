// A walk through the plant in 3D by keys, and the buttons and keys of the map that move the 3D view.
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openViewersPlant(browser, product));
});

const soon = { timeout: patient(30_000) };
const space = () => page.getByRole("region", { name: "3D view" });
const query = (name: string) => new URL(page.url()).searchParams.get(name);
type Camera = readonly [lon: number, lat: number, zoom: number, bearing: number, pitch: number];
const camera = () => (query("at")?.split(",").map(Number) ?? []) as unknown as Camera;
const EARTH_M = 40_075_016.686;
/** Metres north and east from one camera's middle to another's. */
function way(from: Camera, to: Camera) {
  const north = ((to[1] - from[1]) / 360) * EARTH_M;
  const east = ((to[0] - from[0]) / 360) * EARTH_M * Math.cos((from[1] * Math.PI) / 180);
  return { north, east, length: Math.hypot(north, east) };
}
/** Presses a key, and returns the camera once it is another one. */
async function pressed(key: string): Promise<readonly [before: Camera, after: Camera]> {
  const before = query("at");
  const from = camera();
  await page.keyboard.press(key);
  await expect.poll(() => query("at"), soon).not.toBe(before);
  return [from, camera()];
}

test("N turns north up and keeps the tilt of 3D", async () => {
  await page.keyboard.press("3");
  await space().waitFor();
  await settled(page);
  const { pitch, bearing } = { pitch: camera()[4], bearing: camera()[3] };
  expect(pitch).toBeGreaterThan(10);
  expect(bearing).toBe(0);
  // With north above there is nothing left to do, however the view is tilted.
  const north = page.getByRole("button", { name: /north up/ });
  await expect.poll(() => north.isDisabled(), soon).toBe(true);
  await page.locator("canvas").first().focus();
  await pressed("Shift+ArrowRight");
  const [, after] = await pressed("n");
  expect([after[3], after[4]]).toEqual([0, pitch]);
});

test("plus and minus come nearer and back around the middle of the view", async () => {
  const [far, near] = await pressed("+");
  expect(near[2]).toBeCloseTo(far[2] + 1, 2);
  expect(way(far, near).length).toBeLessThan(2);
  const [, back] = await pressed("-");
  expect(back[2]).toBeCloseTo(far[2], 2);
});

test("after “Walk” the keys walk at once: no panel opens, nothing else is selected", async () => {
  const address = () => ["panel", "component", "tab"].map(query);
  const before = address();
  const panels = await page.locator("[data-panel]").count();
  await space().getByRole("button", { name: "Walk", exact: true }).click();
  await space().getByText("W A S D walk.", { exact: false }).waitFor();
  await expect.poll(() => camera()[4], soon).toBe(85);
  const turned = await pressed("ArrowRight");
  expect(turned[1][3]).not.toBe(turned[0][3]);
  const [from, to] = await pressed("s");
  const bearing = (from[3] * Math.PI) / 180;
  const step = way(from, to);
  // A metre back.
  expect(step.north).toBeCloseTo(-Math.cos(bearing), 0);
  expect(step.east).toBeCloseTo(-Math.sin(bearing), 0);
  expect(step.length).toBeGreaterThan(0.5);
  const [, aside] = await pressed("d");
  expect(way(to, aside).length).toBeGreaterThan(0.5);
  const [, ahead] = await pressed("w");
  expect(way(aside, ahead).length).toBeGreaterThan(0.5);
  expect(address()).toEqual(before);
  expect(await page.locator("[data-panel]").count()).toBe(panels);
  await space().getByRole("button", { name: "Stop walking" }).waitFor();
  expect(faults).toEqual([]);
});
