// Survey files of a plant to released results: uploaded, confirmed, evaluated, reviewed with keys, released.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import proj4 from "proj4";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tiffOf } from "../../src/server/raster/tiff.fixture.ts";
import { ask, send } from "./ask.ts";
import { launchBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";

const product = await ownProduct();
const soon = { timeout: 60_000 };
let browser: Browser;
let folder: string;
beforeAll(async () => {
  [browser, folder] = await Promise.all([launchBrowser(), mkdtemp(join(tmpdir(), "evaluation-"))]);
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

type Ring = readonly (readonly [lon: number, lat: number])[];
type Module = { readonly dt_id: string; readonly ring: Ring };
type Collection = {
  readonly features: readonly {
    readonly properties: { readonly dt_id: string };
    readonly geometry: { readonly coordinates: readonly Ring[] };
  }[];
};

const pictures = process.env["PICTURES"];
const shot = async (page: Page, name: string) => {
  if (pictures === undefined) return;
  await settled(page);
  await page.screenshot({ path: join(pictures, `evaluation-${name}.png`) });
};

/** A plant of modules with a twin and without an analysis that is being made. */
async function freePlant(token: string): Promise<{ plant_id: number; modules: Module[] }> {
  const { body: all } = await ask<{ plant_id: number; state: string }[]>(
    product,
    token,
    "/auth/analysis",
  );
  const open = all.filter(({ state }) => /EMPTY|UPLOAD|INCOMPLETE/.test(state));
  for (const { plant_id } of all) {
    if (open.some((one) => one.plant_id === plant_id)) continue;
    const path = `/auth/plant/${plant_id}/field-geometry/file?format=geojson&component_type=module`;
    const { status, body } = await ask<string | Collection>(product, token, path);
    if (status !== 200) continue;
    const { features } = typeof body === "string" ? (JSON.parse(body) as Collection) : body;
    if (features.length === 0) continue;
    const modules = features.map(({ properties: { dt_id }, geometry }) => ({
      dt_id,
      ring: geometry.coordinates[0]!,
    }));
    return { plant_id, modules };
  }
  throw new Error("the demo has no plant of modules for a new analysis");
}

const METRES_AROUND = 30;
const PIXEL = 0.08;
/** K over the others at 800 W/m2: 4.2 K normalised, near the limit of 4 K. */
const WARM = 3.4;

/** The modules within 30 m of one of them at 45 °C, three of them warmer; the ground at 25 °C. */
async function writeRaster(modules: readonly Module[], path: string): Promise<void> {
  const [lon, lat] = modules[Math.floor(modules.length / 2)]!.ring[0]!;
  const zone = Math.floor((lon + 180) / 6) + 1;
  const half = lat < 0 ? "+south" : "";
  const utm = proj4("EPSG:4326", `+proj=utm +zone=${zone} ${half} +datum=WGS84 +units=m`).forward;
  const [x, y] = utm([lon, lat]) as [number, number];
  const side = Math.round((2 * METRES_AROUND) / PIXEL);
  const [west, north] = [x - METRES_AROUND, y + METRES_AROUND];
  const values = new Float32Array(side * side).fill(25);
  let shown = 0;
  for (const { ring } of modules) {
    const corners = ring.map((place) => {
      const [east, up] = utm([place[0], place[1]]) as [number, number];
      return [(east - west) / PIXEL, (north - up) / PIXEL] as const;
    });
    if (!corners.every(([u, v]) => u > 1 && v > 1 && u < side - 1 && v < side - 1)) continue;
    shown += 1;
    const celsius = shown % 40 === 20 ? 45 + WARM : 45;
    const [us, vs] = [corners.map(([u]) => u), corners.map(([, v]) => v)];
    for (let v = Math.floor(Math.min(...vs)); v <= Math.max(...vs); v++) {
      for (let u = Math.floor(Math.min(...us)); u <= Math.max(...us); u++) {
        if (isInside(corners, u + 0.5, v + 0.5)) values[v * side + u] = celsius;
      }
    }
  }
  expect(shown).toBeGreaterThan(100);
  const value = (column: number, row: number) => values[row * side + column]!;
  const picture = {
    width: side,
    height: side,
    sample: "float32",
    tile: [128, 128],
    value,
  } as const;
  const options = {
    epsg: (lat < 0 ? 32_700 : 32_600) + zone,
    to_map: [PIXEL, 0, west, 0, -PIXEL, north] as const,
  };
  await writeFile(path, tiffOf([picture], options));
}

function isInside(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (const [at, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(at + 1) % ring.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Waits for the end of the tasks of an analysis; the clock of the test alone ends a task that hangs. */
async function tasksEnded(token: string, id: number): Promise<void> {
  const open = async () => {
    const { body } = await ask<{ analysis_id: number | null; state: string }[]>(
      product,
      token,
      "/auth/tasks",
    );
    const own = body.filter(({ analysis_id }) => analysis_id === id);
    return own.length > 0 && own.every(({ state }) => /SUCCESSFUL|FAILED|CANCELLED/.test(state));
  };
  await expect.poll(open, { timeout: 300_000, interval: 1000 }).toBe(true);
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("survey files become reviewed and released results", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.addInitScript(() => {
    (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
  });
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const { plant_id, modules } = await freePlant(token);
  const file = join(folder, "survey.tif");
  await writeRaster(modules, file);
  const body = { plant_id, name: "Evaluated here", flown_at: "2026-05-01T10:00:00Z" };
  const { id } = await send<{ id: number }>(product, token, "/auth/analysis", body);

  await page.goto(`${product.url}/analysis/${id}`);
  await button(page, /Drone/).first().click();
  await page.getByRole("option").nth(1).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("radio", { name: "Files" }).click();
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByText("Mark data complete when the upload finishes").click();
  await button(page, /^Upload 1 file/).click();
  const state = async () =>
    (await ask<{ state: string }>(product, token, `/auth/analysis/${id}`)).body.state;
  await tasksEnded(token, id);
  expect(await state()).toBe("PROCESSING");

  // Nobody has said yet that the file holds temperatures.
  await page.goto(`${product.url}/analysis/${id}#evaluation`);
  const log = page.getByRole("region", { name: "Newest evaluation" });
  await log.getByText(/temperatures not confirmed/).waitFor(soon);
  await shot(page, "unconfirmed");
  await page.getByRole("region", { name: "Files with temperatures" }).getByRole("button").click();
  await page.getByRole("option", { name: "Temperatures in °C" }).click();
  await page.getByRole("textbox", { name: "Irradiance in the module plane" }).fill("800");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The flight conditions are saved.").waitFor();
  await button(page, "Evaluate").click();
  await page.getByText("The evaluation is done.").waitFor({ timeout: 300_000 });
  await log.getByText("irradiance 800").waitFor(soon);
  await expect(log.getByText(/temperatures not confirmed/).count()).resolves.toBe(0);
  await shot(page, "log");
  const review = async () =>
    (
      await ask<{ open: number; findings: { state: string }[] }>(
        product,
        token,
        `/auth/analysis/${id}/findings-to-review`,
      )
    ).body;
  const flagged = (await review()).findings.length;
  expect(flagged).toBeGreaterThan(1);

  await log.getByRole("link", { name: "Review the findings" }).click();
  const panel = page.locator("[data-panel=review]");
  await panel.getByText(`${flagged} of ${flagged} open`).waitFor(soon);
  await panel.getByRole("listitem").first().getByRole("button").click();
  await button(page, "Accept").waitFor();
  await shot(page, "review");
  await page.keyboard.press("a");
  await expect.poll(async () => (await review()).open, soon).toBe(flagged - 1);
  await panel.getByText(`${flagged - 1} of ${flagged} open`).waitFor(soon);
  await page.keyboard.press("r");
  await expect.poll(async () => (await review()).open, soon).toBe(flagged - 2);
  const states = (await review()).findings.map((one) => one.state).toSorted();
  expect(states.slice(0, 2).concat(states.slice(-1))).toContain("accepted");
  expect(states).toContain("rejected");
  await shot(page, "reviewed");

  await page.goto(`${product.url}/plant/${plant_id}?analysis=${id}&panel=analyses`);
  await button(page, "Actions for Evaluated here").click();
  await page.getByRole("menuitem", { name: "Release results" }).click();
  const question = page.getByRole("alertdialog");
  if (flagged > 2)
    await question.getByText(/flagged findings? (is|are) not reviewed/).waitFor(soon);
  await shot(page, "release");
  await question.getByRole("button", { name: "Release results" }).click();
  await page.getByText(/^The results of .* were released\.$/).waitFor(soon);
  expect(faults).toEqual([]);
}, 400_000);

test("limits of the evaluation are settings of the plant, on a phone too", async () => {
  const { page, faults } = await openAs(browser, product, "admin", { width: 390, height: 844 });
  await page.goto(`${product.url}/analyses`);
  const { plant_id } = await freePlant(await tokenOf(page));
  await page.goto(`${product.url}/plant/${plant_id}/settings?section=evaluation`);
  const field = page.getByRole("textbox", { name: "Hotspot: over its module" });
  await field.waitFor(soon);
  await page.getByText(/Above Surveying: recorded above 4 K/).waitFor();
  await shot(page, "limits-phone");
  await field.fill("5");
  await field.press("Tab");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The limits are saved.").waitFor();
  await page.getByText("Own value").waitFor();
  expect(faults).toEqual([]);
}, 120_000);
