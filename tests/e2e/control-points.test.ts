// A raster that lies too far beside its place: said, placed by control points on the map, evaluated again, taken back.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { openAs, ownProduct, settled, sharedBrowser, tokenOf } from "./browser.ts";
import { freePlant, writeRaster } from "./survey-raster.ts";
import { placeOnMap } from "./workbench.ts";

/** Metres to the east: further than rows are looked for. */
const BESIDE_M = 6;
const product = await ownProduct();
const soon = { timeout: patient(60_000) };
const late = { timeout: patient(300_000) };
const browser = await sharedBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "control-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const pictures = process.env["PICTURES"];
const shot = async (page: Page, name: string) => {
  if (pictures === undefined) return;
  await settled(page);
  await page.screenshot({ path: join(pictures, `control-${name}.png`) });
};
const irradiance = {
  quantity: "irradiance",
  component: "",
  measured_at: null,
  value: 800,
  source: "entered",
};

type LonLat = readonly [lon: number, lat: number];
const metres = ([a, b]: LonLat, [c, d]: LonLat) =>
  111_320 * Math.hypot((c - a) * Math.cos((b * Math.PI) / 180), d - b);

/** Presses the map at a place in degrees. */
async function press(page: Page, place: LonLat): Promise<void> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const { x, y } = placeOnMap(page, middle, place);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test(
  "a raster whose place is not found is placed by control points, and evaluated again",
  async () => {
    const { page, faults } = await openAs(browser, product, "admin");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.addInitScript(() => {
      (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
    });
    await page.goto(`${product.url}/analyses`);
    const token = await tokenOf(page);
    const { plant_id, modules } = await freePlant(product, token, token);
    const file = join(folder, "beside.tif");
    const shown = await writeRaster(modules, file, BESIDE_M);
    const first = shown[0]!;
    const away = (one: (typeof shown)[number]) => metres(one.place, first.place);
    const second = shown
      .filter((one) => away(one) < 38)
      .reduce((best, one) => (away(one) > away(best) ? one : best));
    const corners = [first, second];
    const body = { plant_id, name: "Beside its place", flown_at: "2026-05-01T10:00:00Z" };
    const { id } = await send<{ id: number }>(product, token, "/auth/analysis", body);

    await page.goto(`${product.url}/analysis/${id}`);
    await button(page, /Drone/).first().click();
    await page.getByRole("option").nth(1).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("radio", { name: "Files" }).click();
    await page.locator("input[type=file]").first().setInputFiles(file);
    await page.getByText("Mark data complete when the upload finishes").click();
    await button(page, /^Upload 1 file/).click();
    const ended = async () => {
      const { body: tasks } = await ask<{ analysis_id: number | null; state: string }[]>(
        product,
        token,
        "/auth/tasks",
      );
      const own = tasks.filter(({ analysis_id }) => analysis_id === id);
      return own.length > 0 && own.every(({ state }) => /SUCCESSFUL|FAILED|CANCELLED/.test(state));
    };
    await expect.poll(ended, { ...late, interval: 1000 }).toBe(true);
    const conditions = `/auth/analysis/${id}/survey-conditions`;
    const { revision, rasters } = (
      await ask<{ revision: string; rasters: { sha256: string }[] }>(product, token, conditions)
    ).body;
    await send(product, token, conditions, {
      base_revision: revision,
      rows: [irradiance],
      temperature_rasters: [{ sha256: rasters[0]!.sha256, unit: "celsius" }],
    });
    await page.goto(`${product.url}/analysis/${id}#upload`);
    await button(page, "Prepare as orthomosaic").click();
    await expect.poll(ended, { ...late, interval: 1000 }).toBe(true);

    await page.goto(`${product.url}/analysis/${id}#evaluation`);
    await button(page, "Evaluate").click();
    const log = page.getByRole("region", { name: "Latest evaluation" });
    await log.getByText("The position of 1 file is uncertain").waitFor(late);
    await shot(page, "not-sure");

    await log.getByRole("link", { name: "Set control points" }).click();
    const panel = page.locator("[data-panel=control-points]");
    await panel.getByText(/Press point 1 in the image/).waitFor(soon);
    const middle = [0, 1].map((axis) => (first.seen[axis]! + second.place[axis]!) / 2);
    const address = `${product.url}/plant/${plant_id}?analysis=${id}&panel=control-points`;
    await page.goto(`${address}&at=${middle.join(",")},20.3,0,0`);
    await panel.getByText(/Press point 1 in the image/).waitFor(soon);
    await settled(page);
    await shot(page, "empty");
    for (const [at, { seen, place }] of corners.entries()) {
      await press(page, seen);
      await panel.getByText(/Now press the same corner/).waitFor(soon);
      if (at === 0) await shot(page, "seen");
      await press(page, place);
      await panel
        .getByText(at === 0 ? /Press point 2/ : /Save the points, or press point 3/)
        .waitFor(soon);
    }
    await shot(page, "two");
    await expect(panel.getByText(/^[56]\.\d\d m$/).count()).resolves.toBe(1);
    await button(page, "Save points").click();
    await page.getByText(/The control points are saved/).waitFor(soon);
    await button(page, "Evaluate again").click();
    await panel.getByText(/placed by hand with 2 control points/).waitFor(late);
    await shot(page, "placed");
    const values = async () =>
      (
        await ask<{ key_figure_id: number; value_count: number }[]>(
          product,
          token,
          `/auth/analysis/${id}/columns`,
        )
      ).body;
    expect((await values()).length).toBeGreaterThan(3);

    await button(page, "Remove control points").click();
    await page.getByText(/The control points were removed/).waitFor(soon);
    await panel.getByText(/Press point 1 in the image/).waitFor(soon);
    expect(faults).toEqual([]);
  },
  patient(600_000),
);
