// Nothing is cut off: every page and every panel of a plant, in three languages, on four widths.
import { globSync, readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { sharedBrowser, openAs, sharedProduct, settled } from "./browser.ts";
import { clippedTexts } from "./clipped.ts";

const product = await sharedProduct();
const WIDTHS = [1280, 1440, 1920, 390];
const browser = await sharedBrowser();

/** Every address that a panel declares and that names no record. */
const addresses = globSync("src/panels/*/panel.ts")
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/address: "(\/[^":*]*)"/g)])
  .map(([, address = ""]) => address);
const pages = [
  ...new Set([...addresses, "/plants?view=table", "/plants?view=statistics"]),
].toSorted();

/** The faults of what is on the screen, on each width. */
async function faultsOf(page: Page, where: string): Promise<string[]> {
  const faults: string[] = [];
  await settled(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Panels measure themselves and are drawn again.
    await settled(page);
    for (const fault of await page.evaluate(clippedTexts))
      faults.push(`${where} ${width}: ${fault}`);
  }
  return faults;
}

/** Goes on within the app: a full load takes ten times as long. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

test.each(["en-GB", "es-ES", "pt-BR"])("every page can be read: %s", async (locale) => {
  const { page } = await openAs(browser, product, "super_admin", { locale });
  await page.goto(`${product.url}/analyses`);
  const faults: string[] = [];
  for (const address of pages) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await go(page, address);
    faults.push(...(await faultsOf(page, `${locale} ${address}`)));
  }
  await page.context().close();
  expect(faults).toEqual([]);
});

test.each(["en-GB", "es-ES", "pt-BR"])("every panel of a plant can be read: %s", async (locale) => {
  const { page } = await openAs(browser, product, "viewer", { locale });
  await page.goto(product.url);
  await page.waitForURL(/\/plant\/\d+/);
  const rail = page.locator("nav button[aria-pressed]");
  await rail.first().waitFor();
  const faults = await faultsOf(page, `${locale} plant`);
  const count = await rail.count();
  for (let at = 0; at < count; at += 1) {
    await page.setViewportSize({ width: 1280, height: 900 });
    const button = rail.nth(at);
    const name = (await button.getAttribute("aria-label")) ?? String(at);
    if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
    faults.push(...(await faultsOf(page, `${locale} plant, ${name}`)));
  }
  await page.context().close();
  expect([...new Set(faults)]).toEqual([]);
});
