// Loads that fail: the panel says so and offers to try again.
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openAs, ownProduct } from "./browser.ts";
import { countsInView, legend } from "./workbench.ts";

const product = ownProduct();
const soon = { timeout: 30_000 };
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openPlant() {
  const watched = await openAs(browser, product, "viewer");
  await watched.page.goto(`${product.url}/`);
  await watched.page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(watched.page);
  return watched;
}

test("values that the server fails to send come after a click", async () => {
  const { page } = await openPlant();
  const columns = /\/column\//;
  await page.route(columns, (route) => route.fulfill({ status: 500, body: "{}" }));
  await legend(page).getByRole("button").first().click();
  await page.getByRole("option", { selected: false }).first().click();
  const retry = legend(page).getByRole("button", { name: "Try again" });
  await retry.waitFor(soon);
  await page.unroute(columns);
  await retry.click();
  await expect.poll(async () => (await countsInView(page)).all, soon).toBeGreaterThan(100);
  expect(await legend(page).getByRole("alert").count()).toBe(0);
  await page.context().close();
});
