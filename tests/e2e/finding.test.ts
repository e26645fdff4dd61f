// Findings in list and table: walked through, exported, and acted on by the context menu.
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { geojson } from "flatgeobuf";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, sharedProduct, settled } from "./browser.ts";
import {
  numberIn,
  openPanel,
  openViewersPlant,
  rowCount,
  SEVERE,
  showSevereOnly,
} from "./workbench.ts";

const product = await sharedProduct();
const soon = { timeout: patient(15_000) };
const browser = await sharedBrowser();

const openPlant = (path = "/") => openViewersPlant(browser, product, path);

/** Downloads what the export menu of a panel, or the palette, gives. */
async function downloadBytes(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFile((await file.path()) ?? "");
}

const download = async (page: Page, press: () => Promise<void>) =>
  (await downloadBytes(page, press)).toString();

test("the exports hold exactly the rows that the filter lets through", async () => {
  const { page } = await openPlant();
  await openPanel(page, "Table");
  const count = await showSevereOnly(page);
  await expect.poll(() => rowCount(page), { timeout: patient(30_000) }).toBe(count);
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
  const idsOf = (text: string) =>
    (JSON.parse(text) as { features: { properties: { dt_id: string } }[] }).features.map(
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

  // The binary files have the same components in the same order.
  const bytesOf = (name: RegExp) =>
    downloadBytes(page, async () => {
      await find.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name }).click();
    });
  const inLayer: unknown[] = [];
  for await (const { properties } of geojson.deserialize(await bytesOf(/^FlatGeobuf/))) {
    inLayer.push(properties?.["dt_id"]);
  }
  expect(inLayer).toEqual(idsOf(fromPalette));
  const sheet = strFromU8(unzipSync(await bytesOf(/^Excel/))["xl/worksheets/sheet1.xml"]!);
  const texts = Array.from(sheet.matchAll(/<c r="B\d+"[^>]*><is><t[^>]*>([^<]*)/g), ([, id]) => id);
  expect(texts).toEqual(["dt_id", ...idsOf(fromPalette)]);
});

test("J and K walk through the findings; the list, the card and the table follow", async () => {
  const { page, faults } = await openPlant();
  await openPanel(page, "Find");
  const find = page.getByRole("region", { name: "Find", exact: true });
  const findings = find.getByRole("group", { name: /^Findings/ });
  // The cursor is in the field of Find once it is open; there, keys are text.
  await findings.getByRole("button").first().waitFor();
  await openPanel(page, "Table");
  await expect.poll(() => rowCount(page), { timeout: patient(30_000) }).toBeGreaterThan(20_000);
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
