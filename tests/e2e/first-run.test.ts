// Somebody who has never seen the product: from the sign-in link to a red bar of the plant, to the reason for its
// colour, and to the image behind it; and from the worst finding to its image.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct } from "./browser.ts";
import { countsInView, markColour, spotOfColour } from "./workbench.ts";

const MOST_SECONDS = 60;
const MOST_CLICKS = 5;

const product = await ownProduct();
const browser = await sharedBrowser();

/** Clicks are counted; the seconds count from the opening of the page. */
function counted(page: Page) {
  const began = performance.now();
  let clicks = 0;
  return {
    async press(name: string | RegExp) {
      clicks += 1;
      await page.getByRole("button", { name }).first().click();
    },
    async pressAt(x: number, y: number) {
      clicks += 1;
      await page.mouse.click(x, y);
    },
    expectShort() {
      expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
      expect((performance.now() - began) / 1000).toBeLessThan(MOST_SECONDS);
      return clicks;
    },
  };
}

const shown = (page: Page) => page.getByRole("region", { name: "Shown on the map" });

/** The image is open as large as the window, with what it is the image of, and its colours in °C. */
async function expectLargeImage(page: Page): Promise<void> {
  const box = page.getByRole("dialog", { name: /^Images of / });
  await box.locator("img").first().waitFor();
  await box.getByRole("img", { name: /^Colours from .*°C to .*°C$/ }).waitFor();
  const [width, height] = await box.evaluate((dialog) => [
    dialog.clientWidth / innerWidth,
    dialog.clientHeight / innerHeight,
  ]);
  expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThan(0.95);
  // The fault leads, and the value with its limit says why.
  await expect
    .poll(() => box.innerText())
    .toMatch(/(Severe heat loss|Glass missing)[^]*(Act now: ≥|Missing glass)/);
}

test("a red bar says why it is red, and its image is open, within 60 seconds and 5 clicks", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  const user = counted(page);
  await page.goto(product.url);
  await countsInView(page);
  const red = await spotOfColour(page, await markColour(page, "Severe heat loss"));
  await user.pressAt(red.x, red.y);
  const lead = shown(page);
  await lead.getByRole("heading", { name: "Glass tube temperature: Severe heat loss" }).waitFor();
  const text = await lead.innerText();
  expect(text).toMatch(/Act now\s*·?\s*Worst value of \d+ absorber tubes/);
  // The value with its unit, and the limit that it exceeds.
  expect(text).toMatch(/Heat loss [\d,]+\sW\/m\. Heat loss ratio [\d.]+\. Act now: ≥\s0\.8/);
  // The parts, worst first: the first one has the class of the bar.
  const parts = lead.getByRole("list", { name: "Absorber tubes, worst first" });
  expect(await parts.getByRole("listitem").first().innerText()).toContain("Severe heat loss");
  // Images are taken of the worst findings, not of all: the card leads to the worst of them.
  await user.press(/^Open image:|^Open the worst with images$/);
  await expectLargeImage(page);
  expect(user.expectShort()).toBe(2);
  expect(faults).toEqual([]);
});

test("a bar leads to its parts, and a part back up", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.goto(product.url);
  await countsInView(page);
  const red = await spotOfColour(page, await markColour(page, "Severe heat loss"));
  await page.mouse.click(red.x, red.y);
  const parts = shown(page).getByRole("list", { name: "Absorber tubes, worst first" });
  // A part is one click further, and the way up leads back.
  const card = page.getByRole("region", { name: "Component", exact: true });
  const name = () => card.getByRole("heading", { level: 3 }).first().innerText();
  const bar = await name();
  await parts.getByRole("listitem").first().getByRole("button").first().click();
  await expect.poll(name).not.toBe(bar);
  expect(await name()).toContain(bar);
  // The pressed button is gone; the keyboard goes on in the card.
  const hasFocus = () => card.evaluate((panel) => panel.contains(document.activeElement));
  await expect.poll(hasFocus, { timeout: patient(15_000) }).toBe(true);
  await card
    .getByRole("button", { name: `SCE ${bar}` })
    .first()
    .click();
  await expect.poll(name).toBe(bar);
  expect(faults).toEqual([]);
});

test("the worst component and its image are open within 60 seconds and 5 clicks", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  const user = counted(page);
  await page.goto(product.url);
  await countsInView(page);
  await user.press("Find");
  await user.press("Next finding");
  await shown(page)
    .getByText(/Act now: ≥|Missing glass tube: Glass missing/)
    .first()
    .waitFor();
  await user.press(/^Open image:/);
  await expectLargeImage(page);
  expect(user.expectShort()).toBe(3);
  const title = () => page.getByRole("dialog").getByRole("heading", { level: 2 }).innerText();
  const first = await title();
  await page.keyboard.press("j");
  await expect.poll(title).not.toBe(first);
  await expectLargeImage(page);
  await page.keyboard.press("k");
  await expect.poll(title).toBe(first);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download image: Thermal" }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.png$/);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toMatch(/^Open image:/);
  expect(faults).toEqual([]);
});
