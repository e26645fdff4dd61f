// The plant in 3D: opened from the map at the same place, picked, coloured and counted as on the map, and back again.
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openAs, ownProduct, settled } from "./browser.ts";
import { legend, openViewersPlant } from "./workbench.ts";

const product = await ownProduct();
let browser: Browser;
let page: Page;
let faults: string[];
let asked: string[];
beforeAll(async () => {
  browser = await launchBrowser();
  ({ page, faults } = await openViewersPlant(browser, product));
  asked = [];
  page.on("request", (request) => asked.push(request.url()));
});
afterAll(() => browser.close());

const soon = { timeout: 30_000 };
const query = (name: string) => new URL(page.url()).searchParams.get(name);
const card = () => page.locator("[data-panel=component]");
const space = () => page.getByRole("region", { name: "3D view" });
const canvas = () => page.getByRole("region", { name: /^The plant in 3D/ });

test("3D opens at the place of the map, with its key figure and its legend", async () => {
  await page.keyboard.press("j");
  await card().getByRole("heading").first().waitFor();
  await settled(page);
  const [lon, lat, zoom] = query("at")!.split(",").map(Number);
  await page.keyboard.press("3");
  await space().waitFor();
  await expect.poll(() => query("space"), soon).toBe("3d");
  await settled(page);
  const [lon3, lat3, zoom3] = query("at")!.split(",").map(Number);
  expect(Math.abs(lon3! - lon!)).toBeLessThan(1e-5);
  expect(Math.abs(lat3! - lat!)).toBeLessThan(1e-5);
  expect(zoom3).toBe(zoom);
  const shown = await legend(page).innerText();
  for (const part of ["Glass tube temperature", "Severe heat loss", "in view"]) {
    expect(shown).toContain(part);
  }
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

test("the hour of the sun turns the collectors, and the text says so", async () => {
  const hour = space().getByRole("slider", { name: "Solar time" });
  await hour.press("Home");
  await space().getByText("The sun is down", { exact: false }).waitFor();
  for (let step = 0; step < 4; step += 1) await hour.press("PageUp");
  await space()
    .getByText(/above the horizon/)
    .waitFor();
});

test("the map comes back at the same place, with the same component", async () => {
  const component = query("component");
  const [lon, lat] = query("at")!.split(",").map(Number);
  await space().getByRole("button", { name: "Back to the map" }).click();
  await space().waitFor({ state: "detached" });
  await expect.poll(() => query("space"), soon).toBeNull();
  await settled(page);
  expect(query("component")).toBe(component);
  const [lon2, lat2] = query("at")!.split(",").map(Number);
  expect(Math.abs(lon2! - lon!)).toBeLessThan(1e-5);
  expect(Math.abs(lat2! - lat!)).toBeLessThan(1e-5);
  await page.keyboard.press("Control+z");
  await space().waitFor();
});

test("nothing was asked of another host, and nothing broke", async () => {
  const hosts = new Set(
    asked.filter((url) => url.startsWith("http")).map((url) => new URL(url).host),
  );
  expect([...hosts]).toEqual([new URL(product.url).host]);
  expect(faults).toEqual([]);
});

test("a link opens 3D directly", async () => {
  await expect.poll(() => query("space"), soon).toBe("3d");
  const { page: other } = await openAs(browser, product, "viewer");
  await other.goto(page.url());
  await other.getByRole("region", { name: "3D view" }).waitFor();
});
