// The plant in 3D on a phone: two fingers pinch, turn and tilt, one finger picks; and dimensions change what is drawn.
import sharp from "sharp";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { ask } from "./ask.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
let plant: { readonly id: number; readonly lon: number; readonly lat: number };

const soon = { timeout: patient(60_000) };
const start = { zoom: 20.5, bearing: 20, pitch: 55 };
const address = ({ zoom, bearing, pitch } = start) =>
  `${product.url}/plant/${plant.id}?at=${plant.lon},${plant.lat},${zoom},${bearing},${pitch}&space=3d`;
const space = (page: Page) => page.getByRole("region", { name: "3D view" });
const canvas = (page: Page) => page.getByRole("region", { name: /^The plant in 3D/ });

/** The camera of the address. */
function cameraOf(page: Page) {
  const at = new URL(page.url()).searchParams.get("at") ?? "";
  const [lon, lat, zoom, bearing, pitch] = at.split(",").map(Number);
  return { lon, lat, zoom, bearing, pitch };
}

/** The middle of a module of the plant. */
async function findPlant(page: Page): Promise<void> {
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const all = await ask<{ id: number; name: string }[]>(product, token, "/auth/plants");
  const { id } = all.body.find(({ name }) => name === "Pampa Alta")!;
  const path = `/auth/plant/${id}/field-geometry/file?format=geojson&component_type=module`;
  const { body } = await ask<unknown>(product, token, path);
  type Ring = [lon: number, lat: number][];
  const { features } = (typeof body === "string" ? JSON.parse(body) : body) as {
    features: { geometry: { coordinates: Ring[] } }[];
  };
  const [a, , c] = features[Math.floor(features.length / 2)]!.geometry.coordinates[0]!;
  plant = { id, lon: (a![0] + c![0]) / 2, lat: (a![1] + c![1]) / 2 };
}

test("two fingers come nearer, turn and tilt, and a tap picks a module", async () => {
  const { page, faults } = await openAs(browser, product, "admin", {
    width: 390,
    height: 844,
    touch: true,
  });
  await findPlant(page);
  await page.goto(address());
  await space(page).waitFor();
  await settled(page);
  const fingers = await page.context().newCDPSession(page);
  type Point = readonly [x: number, y: number];
  /** Eight steps of two fingers; `at` says where they are at a share of the way. */
  const drag = async (at: (share: number) => readonly [Point, Point]) => {
    for (let step = 0; step <= 8; step += 1) {
      await fingers.send("Input.dispatchTouchEvent", {
        type: step === 0 ? "touchStart" : "touchMove",
        touchPoints: at(step / 8).map(([x, y], id) => ({ x, y, id })),
      });
    }
    await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };

  // Four times as far apart: two steps of the zoom, and nothing else.
  await drag((share) => [
    [180 - 45 * share, 400],
    [210 + 45 * share, 400],
  ]);
  await expect.poll(() => cameraOf(page).zoom, soon).toBeCloseTo(start.zoom + 2, 1);
  expect(cameraOf(page)).toMatchObject({ bearing: start.bearing, pitch: start.pitch });

  // Around by 30 degrees clockwise: so far the ground turns, and the camera the other way.
  const turned = (share: number) => {
    const angle = (share * Math.PI) / 6;
    const [x, y] = [80 * Math.cos(angle), 80 * Math.sin(angle)];
    return [
      [195 - x, 400 - y],
      [195 + x, 400 + y],
    ] as const;
  };
  await drag(turned);
  await expect.poll(() => cameraOf(page).bearing, soon).toBeCloseTo(start.bearing - 30, 0);
  expect(cameraOf(page).pitch).toBe(start.pitch);
  expect(cameraOf(page).zoom).toBeCloseTo(start.zoom + 2, 1);

  // Both up.
  await drag((share) => [
    [150, 420 - 50 * share],
    [240, 420 - 50 * share],
  ]);
  await expect.poll(() => cameraOf(page).pitch, soon).toBeCloseTo(start.pitch + 15, 0);
  expect(cameraOf(page).bearing).toBeCloseTo(start.bearing - 30, 0);

  // From straight above the module is in the middle of the picture, however high it stands.
  await page.goto(address({ ...start, pitch: 0 }));
  await space(page).waitFor();
  await settled(page);
  const box = (await canvas(page).boundingBox())!;
  const isOpened = async () => {
    if (new URL(page.url()).searchParams.has("component")) return true;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    return false;
  };
  await expect.poll(isOpened, { ...soon, interval: 1000 }).toBe(true);
  const card = page.locator("[data-panel=component]");
  await card.getByRole("heading").first().waitFor();
  // The card is a sheet of half the height, so that what was tapped is still seen.
  await settled(page);
  const sheet = (await card.boundingBox())!;
  expect(sheet.y).toBeGreaterThan(box.y + box.height * 0.45);
  expect(faults).toEqual([]);
});

/** The share of the picture's pixels that are of another colour than before. */
async function differenceOf(before: Buffer, after: Buffer): Promise<number> {
  const [one, other] = await Promise.all(
    [before, after].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  );
  let count = 0;
  for (let at = 0; at < one!.length; at += 3) if (one![at] !== other![at]) count += 1;
  return count / (one!.length / 3);
}

test("a dimension of the plant is changed, and 3D draws the plant with it", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  const look = async () => {
    await page.goto(address());
    await space(page).waitFor();
    await settled(page);
    return canvas(page).screenshot();
  };
  const save = async (gap: string) => {
    await page.goto(`${product.url}/plant/${plant.id}/settings?section=models`);
    const form = page.getByRole("form", { name: "Dimensions" });
    const field = form.getByLabel("Gap between modules, in millimetres");
    await field.fill("5000");
    await field.press("Tab");
    await form.getByText("Enter a number from 0 to 300.").waitFor();
    await field.fill(gap);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("The dimensions were saved.").waitFor();
  };
  const before = await look();
  await expect.poll(async () => differenceOf(before, await look()), soon).toBeLessThan(0.001);
  await save("200");
  await expect.poll(async () => differenceOf(before, await look()), soon).toBeGreaterThan(0.02);
  await save("20");
  await expect.poll(async () => differenceOf(before, await look()), soon).toBeLessThan(0.001);
  expect(faults).toEqual([]);
});
