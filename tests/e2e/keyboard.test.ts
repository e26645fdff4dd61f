// Twelve tasks on a plant by keyboard alone, each checked by its effect.
import type { Locator, Page } from "playwright";
import { afterEach, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, sharedProduct } from "./browser.ts";
import { focusOf, isFocused, tabTo as goTo } from "./keys.ts";
import { countsInView, legend, numberIn } from "./workbench.ts";

const product = await sharedProduct();
const SEVERE = "Severe heat loss";
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(15_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "viewer"));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(product.url);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(page);
});

/** What has the focus after each task, as a screen reader names it. It is never lost to the page's body. */
const focused: Readonly<Record<string, RegExp>> = {
  1: /^input Find a component$/,
  2: /^button Next finding$/,
  3: /^button Next finding$/,
  4: /^button Heat loss/,
  5: /^button only Severe heat loss$/,
  6: /^grid Table of Absorber tubes$/,
  7: /^grid Table of Absorber tubes$/,
  8: /^input Search plants, components and commands$/,
  // The palette gives the focus back to where it was.
  9: /^grid Table of Absorber tubes$/,
  10: /^button Move Components up$/,
  11: /^slider Line between the two analyses$/,
  12: /^slider Line between the two analyses$/,
};
afterEach(async ({ task }) => {
  const [, number = ""] = /^(\d+):/.exec(task.name) ?? [];
  await expect.poll(() => focusOf(page), soon).toMatch(focused[number] ?? /^(?!body$)/);
});

const tabTo = (target: Locator, key?: "Tab" | "Shift+Tab") => goTo(page, target, key);

const panel = (name: string) => page.getByRole("region", { name, exact: true });
const card = () => panel("Component").getByRole("heading", { level: 3 }).first();
const grid = () => page.getByRole("grid");

test("1: the shortcut / opens Find with the cursor in its field", async () => {
  await page.keyboard.press("/");
  const field = panel("Find").getByRole("searchbox");
  await field.waitFor();
  await expect.poll(() => isFocused(field), soon).toBe(true);
});

test("the findings are one stop of the Tab key, and the arrow keys walk through them", async () => {
  const findings = panel("Find").getByRole("group", { name: /^Findings/ });
  const placeOfFocus = () =>
    findings.evaluate((list) => {
      const item = list.contains(document.activeElement) && document.activeElement?.closest("li");
      return item ? Number(item.getAttribute("aria-posinset")) : null;
    });
  await tabTo(panel("Find").getByRole("button", { name: "Export" }));
  await page.keyboard.press("Tab");
  expect(await placeOfFocus()).toBe(1);
  for (const place of [2, 3, 4]) {
    await page.keyboard.press("ArrowDown");
    await expect.poll(placeOfFocus, soon).toBe(place);
  }
  await page.keyboard.press("End");
  await expect.poll(placeOfFocus, soon).toBeGreaterThan(100);
  await page.keyboard.press("Home");
  await expect.poll(placeOfFocus, soon).toBe(1);
  await page.keyboard.press("Tab");
  expect(await placeOfFocus()).toBe(null);
  await page.keyboard.press("Shift+Tab");
  expect(await placeOfFocus()).toBe(1);
});

test("the tools of the map are one stop of the Tab key, and the arrow keys walk through them", async () => {
  const bar = page.getByRole("toolbar", { name: "Map tools" });
  const toolOfFocus = () =>
    bar.evaluate((element) => {
      const focused = document.activeElement;
      return element.contains(focused) ? (focused as HTMLElement).dataset["tool"] : null;
    });
  const all = await bar
    .locator("button:not([disabled])")
    .evaluateAll((buttons) => buttons.map((one) => (one as HTMLElement).dataset["tool"]));
  await tabTo(bar.getByRole("button").first());
  for (const tool of all.slice(1, 3)) {
    await page.keyboard.press("ArrowDown");
    expect(await toolOfFocus()).toBe(tool);
  }
  await page.keyboard.press("Tab");
  expect(await toolOfFocus()).toBe(null);
  await page.keyboard.press("Shift+Tab");
  expect(await toolOfFocus()).toBe(all[2]);
});

test("the map has a cross in its middle for the keyboard, and says what Enter finds there", async () => {
  const map = page.locator("canvas.maplibregl-canvas").first();
  await tabTo(map, "Shift+Tab");
  const cross = () =>
    map.evaluate((element) => getComputedStyle(element.parentElement!, "::after").content);
  expect(await cross()).toBe('""');
  await page.keyboard.press("Enter");
  const said = page.getByRole("region", { name: /^Messages/ }).getByRole("listitem");
  await said
    .getByText(/^(No component lies in the middle|\S.* \S)/)
    .first()
    .waitFor();
  await page.keyboard.press("Tab");
  expect(await cross()).toBe("none");
});

test("2: J goes to the next finding", async () => {
  await tabTo(panel("Find").getByRole("button", { name: "Next finding" }), "Shift+Tab");
  await page.keyboard.press("j");
  await card().waitFor();
  const first = await card().innerText();
  await page.keyboard.press("j");
  await expect.poll(() => card().innerText(), soon).not.toBe(first);
});

test("3: the arrow keys walk the hierarchy", async () => {
  const type = card().locator("xpath=preceding-sibling::small");
  expect(await type.innerText()).toBe("Absorber tube");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => type.innerText(), soon).toBe("SCE");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => type.innerText(), soon).toBe("Absorber tube");
  const here = await card().innerText();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => card().innerText(), soon).not.toBe(here);
});

test("4: T opens the table, and a column is sorted from its head", async () => {
  await page.keyboard.press("t");
  const head = grid()
    .getByRole("columnheader", { name: /^Heat loss/ })
    .first();
  await tabTo(head.getByRole("button"));
  await page.keyboard.press("Enter");
  await expect.poll(() => head.getAttribute("aria-sort"), soon).not.toBe("none");
  const sorted = await head.getAttribute("aria-sort");
  const row = () => grid().locator('[aria-rowindex="2"]').innerText();
  const first = await row();
  await page.keyboard.press("Enter");
  await expect.poll(() => head.getAttribute("aria-sort"), soon).not.toBe(sorted);
  await expect.poll(row, soon).not.toBe(first);
});

test("5: a class of the legend filters map and table", async () => {
  const counted = legend(page).getByRole("button", { name: new RegExp(`^${SEVERE}`) });
  const count = numberIn((await counted.innerText()).replace(SEVERE, ""));
  const all = Number(await grid().getAttribute("aria-rowcount"));
  await tabTo(legend(page).getByRole("button", { name: `only ${SEVERE}` }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await countsInView(page)).shown, soon).toBe(count);
  const rowCount = async () => Number(await grid().getAttribute("aria-rowcount"));
  await expect.poll(rowCount, soon).toBeLessThan(all);
  const listed = await grid().locator("[role=row][data-odd]").allInnerTexts();
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.filter((text) => !text.includes(SEVERE))).toEqual([]);
});

test("6: Space and Shift with the arrows select rows of the table", async () => {
  await tabTo(grid());
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect.poll(() => grid().locator('[role=row][aria-selected="true"]').count(), soon).toBe(1);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect.poll(() => grid().locator('[role=row][aria-selected="true"]').count(), soon).toBe(3);
});

test("7: Ctrl Shift C copies the link to exactly this view", async () => {
  await page.keyboard.press("Control+Shift+c");
  await page.getByText("The link was copied.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(page.url());
  expect(copied).toContain("select=");
  expect(copied).toContain("filter=");
});

test("8: Ctrl K opens the palette with the cursor in its field", async () => {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog").getByRole("searchbox");
  await field.waitFor();
  await expect.poll(() => isFocused(field), soon).toBe(true);
});

test("9: the palette switches to the dark theme and closes", async () => {
  await page.keyboard.type("theme dark");
  await page.getByRole("menuitem", { name: "Dark" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("html").getAttribute("data-theme"), soon).toBe("dark");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("10: L opens the layers, and a layer is moved up", async () => {
  await page.keyboard.press("l");
  const layers = panel("Layers").getByRole("listitem");
  const place = async (name: string) =>
    (await layers.allInnerTexts()).findIndex((text) => text.startsWith(name));
  await layers.first().waitFor();
  const before = await place("Components");
  await tabTo(layers.getByRole("button", { name: "Move Components up" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => place("Components"), soon).toBe(before - 1);
});

test("11: C compares with another survey, and the arrows move the swipe line", async () => {
  await page.keyboard.press("c");
  await tabTo(panel("Compare").getByRole("button", { name: /Compared with/ }));
  await page.keyboard.press("Enter");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  const difference = panel("Compare").getByRole("radio", { name: "Difference" });
  await tabTo(difference);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  const line = page.locator('[role="slider"][aria-orientation="horizontal"]');
  await tabTo(line);
  const before = Number(await line.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => line.getAttribute("aria-valuenow"), soon).toBe(`${before + 4}`);
});

test("12: Escape takes back the selection, then closes the component", async () => {
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).searchParams.has("select"), soon).toBe(false);
  await card().waitFor();
  await page.keyboard.press("Escape");
  await panel("Component").getByRole("heading", { name: "No component selected" }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.has("component"), soon).toBe(false);
  expect(faults).toEqual([]);
});
