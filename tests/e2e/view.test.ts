// An evening with a plant: see it coloured, filter it, look closer, compare, take the answer away.
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "./ask.ts";
import { launchBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import {
  countsInView,
  legend,
  markColour,
  numberIn,
  openPanel,
  shareOfColour,
} from "./workbench.ts";

const product = ownProduct();
const SEVERE = "Severe heat loss";
const soon = { timeout: 15_000 };
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The viewer's plant, coloured. */
async function openPlant(path = "/") {
  const watched = await openAs(browser, product, "viewer");
  await watched.page.goto(product.url + path);
  await watched.page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(watched.page);
  return watched;
}

/** How many components pass the filters, as the bar at the foot of the map says. */
async function passing(page: Page): Promise<number> {
  const chips = page.getByRole("group", { name: "Filters" });
  return numberIn(await chips.locator("strong").innerText());
}

/** Shows the severe class alone; answers how many components that leaves in the whole plant. */
async function showSevereOnly(page: Page): Promise<number> {
  const row = legend(page).getByRole("button", { name: new RegExp(`^${SEVERE}`) });
  const inView = async () => numberIn((await row.innerText()).replace(SEVERE, ""));
  await legend(page)
    .getByRole("button", { name: `only ${SEVERE}` })
    .click();
  await expect
    .poll(async () => (await countsInView(page)).shown - (await inView()), { timeout: 30_000 })
    .toBe(0);
  const count = await passing(page);
  expect(count).toBeGreaterThanOrEqual(await inView());
  return count;
}

const rowCount = async (page: Page) =>
  numberIn(await page.getByRole("status").filter({ hasText: /rows$/ }).innerText());

test("a viewer with one plant lands on it, coloured by the worst key figure", async () => {
  const { page, faults } = await openPlant();
  const { shown, all } = await countsInView(page);
  expect(shown).toBe(all);
  expect(all).toBeGreaterThan(20_000);
  const severe = await markColour(page, SEVERE);
  await expect.poll(() => shareOfColour(page, severe), { timeout: 60_000 }).toBeGreaterThan(0.0005);
  expect(faults).toEqual([]);
});

test("choosing a class in the legend filters map and table alike", async () => {
  const { page } = await openPlant();
  await openPanel(page, "Table");
  await expect.poll(() => rowCount(page), { timeout: 30_000 }).toBeGreaterThan(20_000);
  const good = await markColour(page, "Good");
  const before = await shareOfColour(page, good);
  const count = await showSevereOnly(page);
  await expect.poll(() => rowCount(page), { timeout: 30_000 }).toBe(count);
  await expect.poll(() => shareOfColour(page, good), { timeout: 30_000 }).toBeLessThan(before / 4);
});

test("brushing a range of the legend's histogram filters the table to exactly these values", async () => {
  const { page } = await openPlant();
  await openPanel(page, "Table");
  await legend(page)
    .getByRole("button", { name: /Key figure/ })
    .click();
  await page
    .getByRole("option", { name: /^Heat loss/ })
    .first()
    .click();
  const from = legend(page).getByRole("slider", { name: "From" });
  await from.waitFor();
  const all = await countsInView(page);
  await from.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("PageUp");
  await expect
    .poll(async () => (await countsInView(page)).shown, { timeout: 30_000 })
    .toBeLessThan(all.shown);
  const left = await passing(page);
  expect(left).toBeGreaterThan(0);
  await expect.poll(() => rowCount(page), { timeout: 30_000 }).toBe(left);
});

/** Downloads what the export menu of a panel, or the palette, gives. */
async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFile((await file.path()) ?? "", "utf8");
}

test("the exports hold exactly the rows that the filter lets through", async () => {
  const { page } = await openPlant();
  await openPanel(page, "Table");
  const count = await showSevereOnly(page);
  await expect.poll(() => rowCount(page), { timeout: 30_000 }).toBe(count);
  const table = page.getByRole("region", { name: "Table", exact: true });
  const text = await download(page, async () => {
    await table.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: /^CSV/ }).click();
  });
  const lines = text.trimEnd().split(/\r?\n/);
  expect(lines).toHaveLength(count + 1);
  expect(lines.slice(1).every((line) => line.includes(SEVERE) || /[,;]4([,;]|$)/.test(line))).toBe(
    true,
  );
  const [head = ""] = lines;
  for (const title of ["dt_id", "Longitude", "Latitude", "Flown on"]) expect(head).toContain(title);

  // The palette exports what matches the filters, the list what it lists.
  const ids = new Set(
    lines.slice(1).map((line) => line.split(",")[head.split(",").indexOf("dt_id")]),
  );
  expect(ids.size).toBe(count);
  const idsOf = (geojson: string) =>
    (JSON.parse(geojson) as { features: { properties: { dt_id: string } }[] }).features.map(
      ({ properties }) => properties.dt_id,
    );
  const fromPalette = await download(page, async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("export geojson");
    await page.getByRole("menuitem", { name: /GeoJSON/ }).waitFor();
    await page.keyboard.press("Enter");
  });
  expect(new Set(idsOf(fromPalette))).toEqual(ids);
  await openPanel(page, "Find");
  const find = page.getByRole("region", { name: "Find", exact: true });
  await find.getByText(`Findings: ${count.toLocaleString("en")}`).waitFor();
  const fromList = await download(page, async () => {
    await find.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: /^GeoJSON/ }).click();
  });
  expect(idsOf(fromList)).toEqual(idsOf(fromPalette));
});

test("J and K walk through the findings; the list, the card and the table follow", async () => {
  const { page, faults } = await openPlant();
  await openPanel(page, "Find");
  const find = page.getByRole("region", { name: "Find", exact: true });
  const findings = find.getByRole("group", { name: /^Findings/ });
  // The cursor is in the field of Find once it is open; there, keys are text.
  await findings.getByRole("button").first().waitFor();
  await openPanel(page, "Table");
  await expect.poll(() => rowCount(page), { timeout: 30_000 }).toBeGreaterThan(20_000);
  const place = find.getByText(/^[\d,]+ of [\d,]+$/);
  const card = page.getByRole("heading", { level: 3 }).first();
  const openInTable = page.getByRole("grid").locator('[role="row"][data-open="true"]');
  for (const [key, at] of [
    ["j", 1],
    ["j", 2],
    ["j", 3],
    ["k", 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(async () => numberIn(await place.innerText()), soon).toBe(at);
    const current = findings.locator('[aria-current="true"]');
    const name = await current.locator("strong").innerText();
    await expect.poll(() => card.innerText(), soon).toBe(name);
    // The table lists the worst first too, so that its row is at the same place.
    expect(await openInTable.getAttribute("aria-rowindex")).toBe(String(at + 1));
    expect(await openInTable.innerText()).toContain(name);
  }
  // Thousands of findings, of which only those in view exist.
  expect(await findings.getByRole("button").count()).toBeLessThan(60);
  expect(faults).toEqual([]);
});

test("the context menu acts on a component and on the ground, by mouse, touch and keys", async () => {
  const { page, faults } = await openPlant();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("j");
  const card = page.getByRole("heading", { level: 3 }).first();
  await card.waitFor();
  const name = await card.innerText();
  await settled(page);
  const menu = page.getByRole("menu", { name: /^Actions/ });
  const choose = (label: string) =>
    menu.getByRole("menuitem", { name: label, exact: true }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  // The menu key on the map: the open component.
  const canvas = page.locator("canvas").first();
  await canvas.focus();
  await page.keyboard.press("Shift+F10");
  await expect.poll(() => menu.getAttribute("aria-label"), soon).toContain(name);
  await choose("Copy the ID");
  await expect.poll(clipboard, soon).toMatch(/^absorber_tube-\d+$/);
  const id = await clipboard();

  // A right click in the list of findings.
  await openPanel(page, "Find");
  const find = page.getByRole("region", { name: "Find", exact: true });
  await find.locator('[aria-current="true"]').click({ button: "right" });
  await choose("Select all with the same parent");
  const selection = page.getByRole("group", { name: "Selection" });
  await expect.poll(() => selection.innerText(), soon).toMatch(/3 absorber tubes/);

  // A long press on the ground, far from everything: no component.
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("no map");
  const touch = { identifier: 1, clientX: box.x + 30, clientY: box.y + box.height / 2 };
  await page.keyboard.press("0");
  await settled(page);
  await canvas.dispatchEvent("touchstart", { touches: [touch], changedTouches: [touch] });
  await expect
    .poll(() => menu.getAttribute("aria-label"), soon)
    .toBe("Actions: Point on the ground");
  await choose("Copy the coordinates");
  await expect.poll(clipboard, soon).toMatch(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);

  // The palette has the actions of the open component.
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("copy the id");
  await page.getByRole("menuitem", { name: "Copy the ID" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(clipboard, soon).toBe(id);
  expect(faults).toEqual([]);
});

test("a click on the map opens the component's card, and its link shows the same view elsewhere", async () => {
  const { page, faults } = await openPlant();
  const map = page.locator("canvas").first();
  let picture = await map.screenshot();
  await page.keyboard.press("j");
  const card = page.getByRole("heading", { level: 3 }).first();
  await card.waitFor();
  const name = await card.innerText();
  // The camera flies to the component; it has arrived where the picture stays as it is.
  let hasMoved = false;
  const hasArrived = async () => {
    const next = await map.screenshot();
    const isSame = next.equals(picture);
    hasMoved ||= !isSame;
    picture = next;
    return hasMoved && isSame;
  };
  await expect.poll(hasArrived, { timeout: 30_000 }).toBe(true);
  await page.getByRole("button", { name: "Close Component" }).click();
  await card.waitFor({ state: "detached" });
  const box = await page.locator("canvas").first().boundingBox();
  const right = await legend(page).boundingBox();
  if (box === null || right === null) throw new Error("no map");
  // The component lies in the middle of what the legend leaves.
  await page.mouse.click((box.x + right.x) / 2, box.y + box.height / 2);
  await card.waitFor();
  expect((await card.innerText()).split(" ")[0]).toBe(name.split(" ")[0]);
  await page.getByRole("region", { name: "Values of this analysis" }).waitFor();
  await showSevereOnly(page).catch(() => 0);
  await expect.poll(() => page.url()).toContain("filter=");

  const link = page.url();
  const again = await openAs(browser, product, "viewer");
  await again.page.goto(link);
  await countsInView(again.page);
  expect(await again.page.getByRole("heading", { level: 3 }).first().innerText()).toBe(
    await card.innerText(),
  );
  const expected = await countsInView(page);
  await expect.poll(() => countsInView(again.page), { timeout: 30_000 }).toEqual(expected);

  const stranger = await openAs(browser, product, "other_customer");
  await stranger.page.goto(link);
  await stranger.page.getByText("Plant not found").waitFor();
  expect(faults).toEqual([]);
});

test("an analysis that loses its network while it loads comes by itself once the network is back", async () => {
  const { page } = await openPlant();
  const before = new URL(page.url()).searchParams.get("analysis");
  await page.context().setOffline(true);
  await legend(page).getByRole("button").first().click();
  await page.getByRole("option", { selected: false }).first().click();
  await legend(page).getByText("No connection to server").waitFor();
  expect(await legend(page).getByText("No results yet").count()).toBe(0);
  await page.context().setOffline(false);
  expect((await countsInView(page)).all).toBeGreaterThan(1000);
  await expect.poll(() => new URL(page.url()).searchParams.get("analysis")).not.toBe(before);
  await page.context().close();
});

test("undo takes back the last act and redo brings it again", async () => {
  const { page } = await openPlant();
  const before = await countsInView(page);
  const count = await showSevereOnly(page);
  await page.keyboard.press("Control+z");
  await expect
    .poll(async () => (await countsInView(page)).shown, { timeout: 30_000 })
    .toBe(before.shown);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(async () => (await countsInView(page)).shown, { timeout: 30_000 }).toBe(count);
});

test("the numbers on the screen are those of the API", async () => {
  const { page } = await openPlant();
  const token = await tokenOf(page);
  const { searchParams } = new URL(page.url());
  const { body } = await ask<{ key_figure_id: number; value_count: number; histogram: number[] }[]>(
    product,
    token,
    `/auth/analysis/${searchParams.get("analysis")}/columns`,
  );
  const column = body.find(
    ({ key_figure_id }) => key_figure_id === Number(searchParams.get("key_figure")),
  );
  expect(column?.histogram[4]).toBe(await showSevereOnly(page));
});
