// A plant whose address is opened: its twin is on the way before the code that draws it.
import { expect, test } from "vitest";
import { settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { legend, openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

test("the twin is asked for once, and while the code of the workbench is on its way", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  const twin = /\/field-geometry(\/object\/\w+)?$/;
  const asked: string[] = [];
  const { promise: isOnTheWay, resolve: say } = Promise.withResolvers<void>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (twin.test(pathname)) asked.push(pathname);
    if (asked.length > 2) say();
  });
  let isHeld = false;
  await page.route(/\/assets\/plant-[\w-]+\.js$/, async (route) => {
    await isOnTheWay;
    isHeld = true;
    await route.continue();
  });
  await page.reload();
  await legend(page).waitFor();
  await settled(page);
  expect(isHeld).toBe(true);
  expect(asked.length).toBeGreaterThan(4);
  expect(new Set(asked).size).toBe(asked.length);
  expect(faults).toEqual([]);
});
