// What is drawn is said: the legend's bars, the tooltip under the pointer, and clicks beside thin bars.
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openAs, ownProduct } from "./browser.ts";
import { countsInView, legend, numberIn } from "./workbench.ts";

const product = ownProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openPlant() {
  const watched = await openAs(browser, product, "viewer");
  await watched.page.goto(product.url);
  await watched.page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(watched.page);
  return watched;
}

/** Moves the pointer over the map until it is on a component; answers the tooltip's lines and the place. */
async function hoverSomething(page: Page) {
  const box = (await page.locator("canvas").first().boundingBox())!;
  const tip = page.getByRole("tooltip");
  for (let step = 0; step < 400; step += 1) {
    const x = box.x + box.width * (0.3 + (step % 20) * 0.02);
    const y = box.y + box.height * (0.3 + Math.floor(step / 20) * 0.02);
    await page.mouse.move(x, y);
    await page.waitForTimeout(40);
    if (await tip.isVisible()) return { lines: (await tip.innerText()).split("\n"), x, y };
  }
  throw new Error("nothing under the pointer");
}

test("far out, the legend says what a bar stands for and counts the bars", async () => {
  const { page, faults } = await openPlant();
  await legend(page)
    .getByText(/^Each \w+: worst of \d+ absorber tubes/)
    .waitFor();
  // Of the five classes. The counts are compared with others in bars-in-view.test.ts.
  const rows = legend(page).getByText(/^drawn: /);
  await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(5);
  const bars = numberIn(
    await legend(page)
      .getByText(/drawn in view/)
      .innerText(),
  );
  const { all } = await countsInView(page);
  expect(all / bars).toBeGreaterThan(2);
  expect(faults).toEqual([]);
});

test("the pointer shows name, counted parts and the worst; a click beside opens it", async () => {
  const { page, faults } = await openPlant();
  const { lines, x, y } = await hoverSomething(page);
  expect(lines[0]).toMatch(/^(Loop|SCA|SCE) \S+/);
  expect(lines[1]).toMatch(/^(Good|Watch|Poor|Act now): \d+ of \d+ absorber tubes$/);
  expect(lines[2]).toMatch(/^worst: (Good|Vacuum|Moderate|Severe|Glass)/);
  await page.mouse.click(x, y);
  const [, name = ""] = lines[0]!.split(" ");
  await expect
    .poll(() => page.getByRole("heading", { level: 3 }).first().innerText(), { timeout: 15_000 })
    .toContain(name);
  // The legend lies over the map, and has no component.
  await legend(page).hover();
  await expect.poll(() => page.getByRole("tooltip").isVisible()).toBe(false);
  expect(faults).toEqual([]);
});
