// A viewer sees the plant in colours, and the counts that the server has.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import * as workbench from "./workbench.ts";

const { countsInView, markColour, openViewersPlant, SEVERE, shareOfColour, showSevereOnly } =
  workbench;

const product = await sharedProduct();
const browser = await sharedBrowser();

test("a viewer with one plant lands on it, coloured by the worst key figure, with the numbers of the API", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  const { shown, all } = await countsInView(page);
  expect(shown).toBe(all);
  expect(all).toBeGreaterThan(20_000);
  const severe = await markColour(page, SEVERE);
  await expect
    .poll(() => shareOfColour(page, severe), { timeout: patient(60_000) })
    .toBeGreaterThan(0.0005);
  expect(faults).toEqual([]);

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
