// Somebody who has never seen the product: from the sign-in link to a component's picture.
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openAs, ownProduct, settled } from "./browser.ts";
import { countsInView } from "./workbench.ts";

const product = ownProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("a picture of a component is open within 60 seconds and 6 clicks", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  const began = performance.now();
  let clicks = 0;
  await page.goto(product.url);
  await countsInView(page);
  const click = async (name: string | RegExp) => {
    clicks += 1;
    await page.getByRole("button", { name }).first().click();
  };
  await click("Find");
  await click("Next finding");
  await page.getByRole("region", { name: "Values of this analysis" }).waitFor();
  const picture = page.getByRole("button", { name: /^Open image/ });
  // Pictures are taken of the worst findings, not of all of them.
  for (let tries = 0; tries < 2 && (await picture.count()) === 0; tries += 1) {
    await settled(page);
    if ((await picture.count()) === 0) await click("Next finding");
  }
  await click(/^Open image/);
  const large = page.getByRole("dialog").locator("img, canvas").first();
  await large.waitFor();
  const seconds = (performance.now() - began) / 1000;
  expect(clicks).toBeLessThanOrEqual(6);
  expect(seconds).toBeLessThan(60);
  expect(faults).toEqual([]);
});
