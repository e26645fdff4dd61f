// A survey's way from the drone's card to its customer: created, uploaded, evaluated, imported, released, informed.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { accountOf, sharedBrowser, openAs, startDemo, tokenOf } from "./browser.ts";
import { mailTo, startProduct, type Product } from "./product.ts";
import { countsInView, legend, openPanel } from "./workbench.ts";

const MB = 1024 ** 2;
const soon = { timeout: patient(30_000) };
let product: Product;
const browser = await sharedBrowser();
let folder: string;
beforeAll(async () => {
  [product, folder] = await Promise.all([startDemo(), mkdtemp(join(tmpdir(), "survey-"))]);
  await writeFile(join(folder, "flight.mp4"), randomBytes(24 * MB));
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

type Analysis = { readonly id: number; readonly state: string; readonly plant_id: number };
type Collection = { features: { properties: { dt_id: string } }[] };

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });

/** Creates the analysis with a drone; answers its id. */
async function create(page: Page, name: string): Promise<number> {
  await page.goto(`${product.url}/analysis/new`);
  const plant = page.getByRole("combobox", { name: "Plant" });
  // The list opens for what is typed once the plants have come.
  await expect
    .poll(async () => {
      await plant.fill("");
      await plant.fill("Valde");
      return page.getByRole("option", { name: /Valdesol/ }).count();
    }, soon)
    .toBe(1);
  await page.getByRole("option", { name: /Valdesol/ }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await button(page, "Create analysis").click();
  await page.waitForURL((url) => /^\/analysis\/\d+$/.test(url.pathname));
  await button(page, /Drone/).first().click();
  // The first is none.
  await page.getByRole("option").nth(1).click();
  await button(page, "Save").click();
  await page.getByText("No file was uploaded yet.").first().waitFor();
  return Number(/\d+$/.exec(page.url())?.[0]);
}

/** Chooses the card's file and lets the data be complete when it has arrived. */
async function upload(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Files" }).click();
  await page.locator("input[type=file]").first().setInputFiles(join(folder, "flight.mp4"));
  await page.getByText("Mark data complete when the upload finishes").click();
  await button(page, /^Upload 1 file/).click();
}

/** Waits until the evaluation has ended its part, as the page and the list of tasks say. */
async function evaluated(page: Page, token: string, id: number): Promise<Analysis> {
  const read = async () => (await ask<Analysis>(product, token, `/auth/analysis/${id}`)).body;
  await expect
    .poll(async () => (await read()).state, { timeout: patient(60_000) })
    .toBe("PROCESSING");
  await page.goto(`${product.url}/analysis/${id}`);
  await page.getByText("Processing", { exact: true }).first().waitFor();
  return read();
}

/** Results of all tubes, as the evaluation hands them over. */
async function resultFile(token: string, plant_id: number): Promise<string> {
  const { body } = await ask<string | Collection>(
    product,
    token,
    `/auth/plant/${plant_id}/field-geometry/file?format=geojson&component_type=absorber_tube`,
  );
  const { features } = typeof body === "string" ? (JSON.parse(body) as Collection) : body;
  const dt_ids = features.map(({ properties }) => properties.dt_id);
  const values = dt_ids.map((_, at) => (at % 100 === 0 ? 4 : 1));
  const path = join(folder, "results.json");
  const columns = [{ key_figure_id: 1, dt_ids, values }];
  await writeFile(path, JSON.stringify({ format: "analysis-result", version: 1, columns }));
  return path;
}

/** Imports and releases the results on the plant's page, with the e-mail that the dialog offers. */
async function importAndRelease(page: Page, name: string, analysis: Analysis, token: string) {
  await page.goto(`${product.url}/plant/${analysis.plant_id}?analysis=${analysis.id}`);
  await openPanel(page, "Analyses");
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: "Import results" }).click();
  const file = await resultFile(token, analysis.plant_id);
  const panel = page.locator("[data-panel=result-import]");
  await panel.locator("input[type=file]").setInputFiles(file);
  await panel.getByRole("button", { name: "Import results", exact: true }).click();
  await page.getByText("The import is complete.").waitFor({ timeout: patient(120_000) });
  await openPanel(page, "Analyses");
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: "Release results" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(/^Send the e-mail to /).waitFor();
  await question.getByRole("button", { name: "Release results" }).click();
  await page.getByText(/^The results of .* were released\.$/).waitFor();
}

/** What the customer finds: an e-mail, and the new analysis in colours with the counts of the file. */
async function customerSees(name: string, since: number): Promise<void> {
  const viewer = accountOf(product.accounts, "viewer");
  expect(await mailTo(product.data_dir, viewer.email, since)).toContain(name);
  const { page } = await openAs(browser, product, "viewer");
  await page.goto(product.url);
  await legend(page).getByText(name).first().waitFor(soon);
  const { all } = await countsInView(page);
  await expect
    .poll(async () => {
      const row = legend(page).getByRole("button", { name: /^Severe heat loss/ });
      return /\n([\d,]+)\n/.exec(await row.innerText())?.[1];
    }, soon)
    .toBe(Math.ceil(all / 100).toLocaleString("en"));
  await page.context().close();
}

test("from the card to the customer, through a reload and a crash of the server", async () => {
  const since = Date.now();
  const name = "Autumn survey";
  const { page } = await openAs(browser, product, "admin");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const id = await create(page, name);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const limit = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * MB };
  await session.send("Network.emulateNetworkConditions", limit);
  // The first request to mark the data complete after the upload fails.
  await page.route(/\/progress$/, (route) => route.abort(), { times: 1 });
  await upload(page);
  await tray(page)
    .getByText(/of 1 file uploaded/)
    .waitFor();
  const { port } = new URL(product.url);
  await product.kill();
  product = await startProduct({ PORT: port }, product.data_dir);
  await tray(page)
    .getByText("1 file uploaded", { exact: true })
    .waitFor({ timeout: patient(120_000) });
  const analysis = await evaluated(page, token, id);
  await importAndRelease(page, name, analysis, token);
  await customerSees(name, since);
  await page.context().close();
});

test("on a phone, the same way", async () => {
  const since = Date.now();
  const name = "Second flight";
  const { page } = await openAs(browser, product, "admin", { width: 390, height: 844 });
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const id = await create(page, name);
  await upload(page);
  const analysis = await evaluated(page, token, id);
  await importAndRelease(page, name, analysis, token);
  await customerSees(name, since);
  await page.context().close();
});
