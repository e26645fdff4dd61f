// The steps of a survey from the drone's card to its customer, for the journeys that take them.
import type { Browser, Page } from "playwright";
import { expect } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { accountOf, openAs, tokenOf } from "./browser.ts";
import { mailTo, type Product } from "./product.ts";
import { countsInView, legend, openPanel } from "./workbench.ts";

const soon = { timeout: patient(30_000) };

type Analysis = { readonly id: number; readonly state: string; readonly plant_id: number };
type Collection = { features: { properties: { dt_id: string } }[] };

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Creates the analysis with a drone; answers its id. */
export async function create(page: Page, product: Product, name: string): Promise<number> {
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
export async function upload(page: Page, card: string): Promise<void> {
  await page.getByRole("radio", { name: "Files" }).click();
  await page.locator("input[type=file]").first().setInputFiles(card);
  await page.getByText("Mark data complete when the upload finishes").click();
  await button(page, /^Upload 1 file/).click();
}

/** Waits until the evaluation has ended its part, as the page and the list of tasks say. */
export async function evaluated(page: Page, product: Product, id: number): Promise<Analysis> {
  const token = await tokenOf(page);
  const read = async () => (await ask<Analysis>(product, token, `/auth/analysis/${id}`)).body;
  await expect
    .poll(async () => (await read()).state, { timeout: patient(60_000) })
    .toBe("PROCESSING");
  await page.goto(`${product.url}/analysis/${id}`);
  await page.getByText("Processing", { exact: true }).first().waitFor();
  return read();
}

/** Results of all tubes, as the evaluation hands them over. */
async function resultsOf(product: Product, token: string, plant_id: number): Promise<Buffer> {
  const { body } = await ask<string | Collection>(
    product,
    token,
    `/auth/plant/${plant_id}/field-geometry/file?format=geojson&component_type=absorber_tube`,
  );
  const { features } = typeof body === "string" ? (JSON.parse(body) as Collection) : body;
  const dt_ids = features.map(({ properties }) => properties.dt_id);
  const values = dt_ids.map((_, at) => (at % 100 === 0 ? 4 : 1));
  const columns = [{ key_figure_id: 1, dt_ids, values }];
  return Buffer.from(JSON.stringify({ format: "analysis-result", version: 1, columns }));
}

/** Imports and releases the results on the plant's page, with the e-mail that the dialog offers. */
export async function importAndRelease(
  page: Page,
  product: Product,
  { name, analysis }: { readonly name: string; readonly analysis: Analysis },
): Promise<void> {
  await page.goto(`${product.url}/plant/${analysis.plant_id}?analysis=${analysis.id}`);
  await openPanel(page, "Analyses");
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: "Import results" }).click();
  const buffer = await resultsOf(product, await tokenOf(page), analysis.plant_id);
  const panel = page.locator("[data-panel=result-import]");
  await panel
    .locator("input[type=file]")
    .setInputFiles({ name: "results.json", mimeType: "application/json", buffer });
  await panel.getByRole("button", { name: "Import results", exact: true }).click();
  await page.getByText("The import is complete.").waitFor({ timeout: patient(120_000) });
  await openPanel(page, "Analyses");
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: "Release results" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("group", { name: "Send the e-mail to" }).waitFor();
  await question.getByRole("button", { name: "Release results" }).click();
  await page.getByText(/^The results of .* were released\.$/).waitFor();
}

/** What the customer finds: an e-mail, and the new analysis in colours with the counts of the file. */
export async function customerSees(
  browser: Browser,
  product: Product,
  { name, since }: { readonly name: string; readonly since: number },
): Promise<void> {
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
