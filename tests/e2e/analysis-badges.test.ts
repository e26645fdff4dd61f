// Every state and visibility of an analysis can be read in the list, in each language and on a phone.
import { expect, test } from "vitest";
import { analysisStates, visibilities } from "../../src/domain/analysis/analysis.ts";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, sharedProduct, settled } from "./browser.ts";
import { clippedTexts } from "./clipped.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

test.each(["en-GB", "es-ES", "pt-BR"])("%s: no badge is cut off", async (locale) => {
  const { page } = await openAs(browser, product, "super_admin", { locale });
  // The list as the server sends it, with one analysis in each state.
  await page.route("**/api/auth/analysis", async (route) => {
    const answer = await route.fetch();
    const [first] = (await answer.json()) as object[];
    const json = analysisStates.map((state, at) => ({
      ...first,
      id: at + 1,
      state,
      visibility: visibilities[at % visibilities.length],
    }));
    await route.fulfill({ response: answer, json });
  });
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.url}/analyses`);
    await expect
      .poll(() => page.getByRole("row").count(), { timeout: patient(30_000) })
      .toBe(analysisStates.length + 1);
    await settled(page);
    expect(await page.evaluate(clippedTexts), `${width}`).toEqual([]);
  }
  await page.context().close();
});
