// A 3D model of a plant: an incomplete one is refused by name, a sound one is stored, seen in 3D, cut off and hidden.
import sharp from "sharp";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { modelZip, tile, tileset } from "../../src/server/model/model.fixture.ts";
import { houseModel, packedHouseModel } from "../fixtures/house-model.ts";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct } from "./browser.ts";
import { openPanel } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "super_admin"));
});

const soon = { timeout: patient(60_000) };
const space = () => page.getByRole("region", { name: "3D view" });
const list = () => page.getByRole("list", { name: "3D models" });
const put = (name: string, buffer: Buffer) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer });

/** Pixels of the middle of the picture that are about as orange as the house. */
async function orange(): Promise<number> {
  const canvas = page.getByRole("region", { name: /^The plant in 3D/ });
  const { x, y, width, height } = (await canvas.boundingBox())!;
  const clip = { x: x + width / 2 - 60, y: y + height / 2 - 60, width: 120, height: 120 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3)
    if (data[at]! > data[at + 1]! + 30 && data[at]! > data[at + 2]! + 40) count += 1;
  return count;
}

/** 3D at the place that the list of models says. */
async function lookAtModel(): Promise<void> {
  const place = await list()
    .getByText(/placed by hand at/)
    .innerText();
  const [, lat, lon] = /at (-?[\d.]+), (-?[\d.]+)/.exec(place)!;
  await page.goto(`${product.url}/plant/1?at=${lon},${lat},20,20,50&space=3d`);
  await space().waitFor();
}

test("a tileset with a missing tile is rejected, and the tile is named", async () => {
  await page.goto(`${product.url}/plant/1/settings?section=models`);
  await page.getByText("No 3D models yet").waitFor();
  await put("roof.zip", modelZip(tileset(tile({ content: { uri: "low/roof.b3dm" } }))));
  await page.getByText(/low\/roof\.b3dm is missing in the archive/).waitFor();
  expect(await list().count()).toBe(0);
});

test("a model is stored and shown in the middle of the plant", async () => {
  await put("house.glb", houseModel());
  await list()
    .getByText(/placed by hand at/)
    .waitFor();
});

test("3D shows the model; it is cut off above a height, and hidden with its layer", async () => {
  await lookAtModel();
  await expect.poll(orange, soon).toBeGreaterThan(2000);
  await space().getByText("1 3D model").click();
  await space().getByText("Cut off below and above").click();
  const highest = space().getByRole("slider", { name: "Highest height" });
  // The house ends 4 m above the ground.
  await highest.press("Home");
  await expect.poll(orange, soon).toBe(0);
  await highest.press("End");
  await expect.poll(orange, soon).toBeGreaterThan(2000);
  await openPanel(page, "Layers");
  await page.getByRole("button", { name: "Hide 3D models" }).click();
  await expect.poll(orange, soon).toBe(0);
});

test("a model is renamed, moved and deleted", async () => {
  await page.goto(`${product.url}/plant/1/settings?section=models`);
  await page.getByRole("button", { name: "Name and place of house" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Control room");
  await dialog.getByLabel("Heading").fill("45");
  await dialog.getByRole("button", { name: "Save" }).click();
  await list().getByText("Control room").waitFor();
  await page.getByRole("button", { name: "Delete Control room" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No 3D models yet").waitFor();
});

test("a model that is compressed with meshopt is decoded and shown under the same policy", async () => {
  await put("packed.glb", packedHouseModel());
  await list().getByText("packed", { exact: true }).waitFor();
  await lookAtModel();
  const shown = page.getByRole("button", { name: "Show 3D models" });
  if (await shown.isVisible()) await shown.click();
  await expect.poll(orange, soon).toBeGreaterThan(2000);
});

test("nothing broke", () => {
  expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
});
