// The plant in 3D: picked, coloured and counted as on the map, with its shadows and the sun.
import sharp from "sharp";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, sharedProduct, settled } from "./browser.ts";
import { legend, openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openViewersPlant(browser, product));
});

const soon = { timeout: patient(30_000) };
const query = (name: string) => new URL(page.url()).searchParams.get(name);
const card = () => page.locator("[data-panel=component]");
const space = () => page.getByRole("region", { name: "3D view" });
const canvas = () => page.getByRole("region", { name: /^The plant in 3D/ });

/** Pixels of the picture that are as dark as ground in a shadow, also where the soft one below a collector lies too. */
async function darkGround(): Promise<number> {
  const { data } = await sharp(await canvas().screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    const isEarthen = red > green && green > blue && red - blue < 40;
    if (isEarthen && red > 90 && red < 185) count += 1;
  }
  return count;
}

test("3D is opened by its key", async () => {
  await page.keyboard.press("j");
  await card().getByRole("heading").first().waitFor();
  await settled(page);
  await page.keyboard.press("3");
  await space().waitFor();
  await expect.poll(() => query("space"), soon).toBe("3d");
  await settled(page);
});

test("the keys work in 3D as on the map: back to the map at once, to 3D again, on to the next finding", async () => {
  const component = query("component");
  for (const shown of [null, "3d", null, "3d"]) {
    await page.keyboard.press("3");
    await expect.poll(() => query("space"), soon).toBe(shown);
  }
  await settled(page);
  await page.keyboard.press("j");
  await expect.poll(() => query("component"), soon).not.toBe(component);
  await page.keyboard.press("k");
  await expect.poll(() => query("component"), soon).toBe(component);
});

test("the view looks along the row of a finding, and a click picks its neighbour", async () => {
  const first = query("component");
  await space().getByRole("button", { name: "Look along the row" }).click();
  await expect.poll(() => query("at")?.split(",")[4], soon).toBe("78");
  await settled(page);
  const box = (await canvas().boundingBox())!;
  // Along the row the neighbours lie below and above the middle of the picture.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.62);
  await expect.poll(() => query("component"), soon).not.toBe(first);
  await card().getByRole("heading").first().waitFor();
});

test("another key figure is chosen in 3D, and the neighbour stays selected", async () => {
  const component = query("component");
  await legend(page)
    .getByRole("button", { name: /Key figure/ })
    .click();
  await page.keyboard.type("hydrogen collected");
  await expect.poll(() => page.getByRole("option").count(), soon).toBe(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => query("key_figure"), soon).toBe("9");
  await legend(page)
    .getByRole("button", { name: /Hydrogen.*Key figure/ })
    .waitFor();
  expect(query("component")).toBe(component);
  expect(query("space")).toBe("3d");
});

test("shadows are switched on, and the ground is darker where they fall", async () => {
  const before = await darkGround();
  await space().getByText("Shadows").click();
  await expect.poll(darkGround, soon).toBeGreaterThan(before + 1000);
  await space().getByText("Shadows").click();
  await expect.poll(darkGround, soon).toBeLessThan(before + 200);
});

test("the hour of the sun turns the collectors, and the text says so", async () => {
  const hour = space().getByRole("slider", { name: "Solar time" });
  await hour.press("Home");
  await space().getByText("The sun is below the horizon", { exact: false }).waitFor();
  for (let step = 0; step < 4; step += 1) await hour.press("PageUp");
  await space()
    .getByText(/above the horizon/)
    .waitFor();
});

test("a link opens 3D directly", async () => {
  await expect.poll(() => query("space"), soon).toBe("3d");
  const { page: other } = await openAs(browser, product, "viewer");
  await other.goto(page.url());
  await other.getByRole("region", { name: "3D view" }).waitFor();
  expect(faults).toEqual([]);
});
