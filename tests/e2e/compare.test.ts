// A comparison goes on: counted, filtered, in table and statistics, with two maps beside each other.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, sharedProduct } from "./browser.ts";
import { countsInView, legend, numberIn, openPanel } from "./workbench.ts";

const product = await sharedProduct();
const soon = { timeout: patient(15_000) };
const browser = await sharedBrowser();

/** How many components pass the filters, as the bar at the foot of the map says. */
async function passing(page: Page): Promise<number> {
  const chips = page.getByRole("group", { name: "Filters" });
  return numberIn(await chips.locator("strong").innerText());
}

const rowCount = async (page: Page) =>
  numberIn(await page.getByRole("status").filter({ hasText: /rows$/ }).innerText());

test("comparing two surveys counts every class of change over all components", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.goto(`${product.url}/`);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(page);
  const { all } = await countsInView(page);
  await openPanel(page, "Compare");
  await page.getByRole("button", { name: /Compared with/ }).click();
  await page.getByRole("option").first().click();
  const list = legend(page).getByRole("list", { name: "Difference" });
  await list.waitFor();
  const counts = () => list.getByRole("listitem").allInnerTexts();
  await expect.poll(async () => (await counts()).length, { timeout: patient(30_000) }).toBe(7);
  const sum = async () => (await counts()).reduce((total, text) => total + numberIn(text), 0);
  await expect.poll(sum, { timeout: patient(30_000) }).toBe(all);
  // Both analyses are named with their dates, in the legend and on the map.
  const dates = /\d+ [A-Z][a-z]+ \d{4} → \d+ [A-Z][a-z]+ \d{4}/;
  expect(await page.getByText(dates).count()).toBeGreaterThanOrEqual(2);
  // What became worse is filtered: the count of the legend, the filter, the table and the statistics agree.
  const worse = numberIn((await counts())[0]!);
  await list.getByRole("button", { name: "only Worse" }).click();
  await expect.poll(() => passing(page), { timeout: patient(30_000) }).toBe(worse);
  await openPanel(page, "Table");
  await expect.poll(() => rowCount(page), { timeout: patient(30_000) }).toBe(worse);
  await page.getByRole("columnheader", { name: /^Before/ }).waitFor();
  await openPanel(page, "Statistics");
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  const worseRow = changes.getByRole("button", { name: /^Worse/ });
  await expect
    .poll(async () => numberIn((await worseRow.innerText()).replace("Worse", "")), soon)
    .toBe(worse);
  await page.getByRole("radio", { name: "Side by side" }).click();
  const maps = page.locator("canvas.maplibregl-canvas");
  await expect.poll(() => maps.count(), soon).toBe(2);
  await page.getByRole("button", { name: "Close Statistics" }).click();
  await page.getByRole("radio", { name: "Swipe" }).click();
  await expect.poll(() => maps.count(), soon).toBe(1);
  const divider = page.getByRole("slider", { name: "Divider position" });
  const before = await divider.inputValue();
  await divider.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => divider.inputValue(), { timeout: patient(30_000) }).not.toBe(before);
  // The address follows when the view rests.
  await expect.poll(() => page.url(), { timeout: patient(30_000) }).toContain("compare=");
  // On a phone both dates can be read, wherever the line is.
  await page.setViewportSize({ width: 390, height: 844 });
  const line = page.getByRole("slider", { name: "Line between the two analyses" });
  for (const steps of [1, 5, 9]) {
    await line.focus();
    await page.keyboard.press("Home");
    for (let step = 0; step < steps; step += 1) await page.keyboard.press("PageUp");
    await expect.poll(() => line.getAttribute("aria-valuenow"), soon).toBe(`${steps * 10}`);
    expect(await page.evaluate(namesOnPhone)).toEqual([]);
  }
  expect(faults).toEqual([]);
});

/** Runs in the page: faults of the two names on the sides of the line. */
function namesOnPhone(): string[] {
  const faults: string[] = [];
  const names = ["left", "right"].map((side) => document.querySelector(`[data-side=${side}] p`)!);
  const tools = document.querySelector("[role=toolbar][aria-orientation=vertical]")!;
  const boxes = [...names, tools].map((element) => element.getBoundingClientRect());
  for (const [at, name] of names.entries()) {
    const { left, right, top, bottom } = boxes[at]!;
    if (name.scrollWidth > name.clientWidth) faults.push(`${name.textContent} is cut`);
    if (left < 0 || right > innerWidth) faults.push(`${name.textContent} is out of the window`);
    for (const other of boxes.slice(at + 1)) {
      const isApart = other.left >= right || other.right <= left || other.top >= bottom;
      if (!isApart && other.bottom > top) faults.push(`${name.textContent} is covered`);
    }
  }
  return faults;
}
