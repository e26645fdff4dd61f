// An analyst brings a real plant in: the Chilean twin from its KML files, then a result file.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedData } from "../fixtures/shared-data.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { countsInView, openPanel } from "./workbench.ts";

const product = await ownProduct();
const shared = sharedData();
const blocks = ["1", "2", "5"];
/** Key figure 35: the class of abnormality of a module. */
const CLASS_OF_ABNORMALITY = 35;
const browser = await sharedBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "journey-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

type Collection = { features: { properties: { dt_id: string } }[] };

describe.skipIf(shared === null)("with the shared plant geometry", () => {
  test("an analyst imports the Chilean twin and results and sees 6,925 modules coloured", async () => {
    const { page, faults } = await openAs(browser, product, "analyst");
    await page.goto(`${product.url}/plants`);
    await page
      .getByRole("link", { name: "New plant" })
      .or(page.getByRole("button", { name: "New plant" }))
      .click();
    await page.getByLabel(/^Name/).fill("BP-A");
    await page.getByRole("radio", { name: "Photovoltaic" }).click();
    await page.getByLabel(/^Nominal capacity/).fill("3");
    await page.getByRole("button", { name: /Mounting type/ }).click();
    await page.getByRole("option", { name: "Tracked" }).click();
    await page
      .getByLabel(/^Latitude/)
      .first()
      .fill("-18.8857");
    await page
      .getByLabel(/^Longitude/)
      .first()
      .fill("-70.1125");
    const customer = page.getByRole("button", { name: /Customer/ }).last();
    await customer.click();
    await page.getByRole("option").first().click();
    await page.getByRole("button", { name: "Create plant" }).click();
    await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
    const plant_id = Number(/\/plant\/(\d+)/.exec(page.url())?.[1]);

    await page.getByRole("button", { name: "Import digital twin" }).first().click();
    await page
      .locator("input[type=file]")
      .setInputFiles(
        blocks.flatMap((block) => [
          join(shared ?? "", `plant-geometry/pampa/Mesa_BP-A-${block}.kml`),
          join(shared ?? "", `plant-geometry/pampa/Paneles_BP-A-${block}.kml`),
        ]),
      );
    await page.getByRole("button", { name: "Import 6 files" }).click();
    await page.getByText("The import is complete.").waitFor({ timeout: patient(120_000) });
    const report = await page.getByRole("table").first().innerText();
    expect(report).toMatch(/172/);
    expect(report).toMatch(/6,925/);
    await page.getByRole("button", { name: "Show on the map" }).first().click();

    await openPanel(page, "Analyses");
    await page.getByRole("button", { name: "New analysis" }).first().click();
    await page.getByRole("dialog").getByLabel(/^Name/).fill("First analysis");
    // The map offers the same until the plant has an analysis.
    await page.getByRole("dialog").getByRole("button", { name: "Create analysis" }).click();
    await page.getByRole("button", { name: "Actions for First analysis" }).click();
    await page.getByRole("menuitem", { name: "Set state manually" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /State/ }).click();
    await page.getByRole("option", { name: "Data verified" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();

    const token = await tokenOf(page);
    const { body } = await ask<string | Collection>(
      product,
      token,
      `/auth/plant/${plant_id}/field-geometry/file?format=geojson&component_type=module`,
    );
    const { features } = typeof body === "string" ? (JSON.parse(body) as Collection) : body;
    expect(features).toHaveLength(6925);
    const dt_ids = features.map(({ properties }) => properties.dt_id);
    const file = join(folder, "first-analysis.json");
    await writeFile(
      file,
      JSON.stringify({
        format: "analysis-result",
        version: 1,
        columns: [
          {
            key_figure_id: CLASS_OF_ABNORMALITY,
            dt_ids,
            values: dt_ids.map((_, at) => (at % 50 === 0 ? 3 : at % 10 === 0 ? 2 : 1)),
          },
        ],
      }),
    );
    await page.getByRole("button", { name: "Actions for First analysis" }).click();
    await page.getByRole("menuitem", { name: "Import results" }).click();
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Import results" }).last().click();
    await page.getByText("The import is complete.").waitFor({ timeout: patient(120_000) });
    await page.getByRole("button", { name: "Show on the map" }).first().click();
    await expect
      .poll(async () => (await countsInView(page)).all, { timeout: patient(60_000) })
      .toBe(6925);
    // A plant without a twin answers 404 when it is asked for, and Chromium notes every 404.
    expect(faults.filter((fault) => !/ 404 .*\/field-geometry$/.test(fault))).toEqual([]);
  });

  test("an update shows what would go before it writes, and asks", async () => {
    const { page } = await openAs(browser, product, "analyst");
    await page.goto(`${product.url}/plants`);
    const token = await tokenOf(page);
    const plants = async () =>
      (
        await ask<{ id: number; name: string; twin_version: number }[]>(
          product,
          token,
          "/auth/plants",
        )
      ).body;
    const plant = (await plants()).find(({ name }) => name === "BP-A");
    await page.goto(`${product.url}/plant/${plant?.id}?panel=twin-import`);
    const block = ["Mesa", "Paneles"].map((kind) =>
      join(shared ?? "", `plant-geometry/pampa/${kind}_BP-A-1.kml`),
    );
    await page.locator("input[type=file]").setInputFiles(block);
    await page.locator("label", { hasText: "Replace all" }).click();
    await page.getByRole("button", { name: "Show preview" }).click();
    // Two zones, their 108 tables and their 4,365 modules.
    await page
      .getByText("4,475 components would be removed.")
      .waitFor({ timeout: patient(60_000) });
    const table = page.getByRole("table").first();
    expect(await table.innerText()).toMatch(/Modules\s+Unchanged\s+2,560\s+Removed\s+4,365/);
    await table.getByText("Removed").nth(1).click();
    await table
      .getByText(/^Mesa_\d+ \(tracker-\d+\)$/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Show on the map: Modules, Removed" }).click();
    await page
      .getByText(/4,365 .*selected/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Import now" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove 4,475 components from BP-A?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    expect((await plants()).find(({ id }) => id === plant?.id)).toEqual(plant);
  });

  test("a sample is downloaded, previewed, and imported without being sent again", async () => {
    const { page } = await openAs(browser, product, "analyst");
    await page.goto(`${product.url}/plants`);
    const { body: plants } = await ask<{ id: number; name: string }[]>(
      product,
      await tokenOf(page),
      "/auth/plants",
    );
    const plant = plants.find(({ name }) => name === "BP-A");
    await page.goto(`${product.url}/plant/${plant?.id}?panel=twin-import`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a sample file" }).click();
    const sample = await download;
    expect(sample.suggestedFilename()).toBe("BP-A sample.geojson");
    const path = join(folder, sample.suggestedFilename());
    await sample.saveAs(path);
    await page.locator("input[type=file]").setInputFiles(path);
    await page.getByRole("button", { name: "Show preview" }).click();
    await page.getByText("No component would be removed.").waitFor({ timeout: patient(60_000) });
    const sent = page.waitForRequest((request) => request.url().endsWith("/import"));
    await page.getByRole("button", { name: "Import now" }).click();
    const form = (await sent).postData() ?? "";
    expect(form).toContain("preview_task");
    expect(form).not.toContain("FeatureCollection");
    await page.getByText("The import is complete.").waitFor({ timeout: patient(60_000) });
    expect(await page.getByRole("table").first().innerText()).toMatch(
      /Modules\s+Unchanged\s+6,925\s+New\s+36/,
    );
  });
});

test("a broken file is refused with its place, in the user's language, and nothing is changed", async () => {
  const { page } = await openAs(browser, product, "analyst");
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const { body: plants } = await ask<{ id: number; name: string; twin_version: number }[]>(
    product,
    token,
    "/auth/plants",
  );
  const plant = plants.find(({ twin_version }) => twin_version === 0) ?? plants[0];
  const file = join(folder, `${plant?.name} modules.geojson`);
  await writeFile(
    file,
    `{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],"x"]]}}]}`,
  );
  await page.goto(`${product.url}/plant/${plant?.id}?panel=twin-import`);
  await page.locator("input[type=file]").setInputFiles(file);
  await page
    .getByText(/feature 1|line 2/i)
    .first()
    .waitFor();
  const button = page.getByRole("button", { name: /^(Import 1 file|Show preview)$/ });
  expect(await button.isDisabled()).toBe(true);
  const after = await ask<{ id: number; twin_version: number }[]>(product, token, "/auth/plants");
  expect(after.body.find(({ id }) => id === plant?.id)?.twin_version).toBe(plant?.twin_version);
});
