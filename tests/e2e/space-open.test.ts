// The plant in 3D: opened from the map at the same place, and back again, without another host.
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { legend, openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
const asked: string[] = [];
beforeAll(async () => {
  ({ page, faults } = await openViewersPlant(browser, product));
  page.on("request", (request) => asked.push(request.url()));
});

const soon = { timeout: patient(30_000) };
const query = (name: string) => new URL(page.url()).searchParams.get(name);
const card = () => page.locator("[data-panel=component]");
const space = () => page.getByRole("region", { name: "3D view" });

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
