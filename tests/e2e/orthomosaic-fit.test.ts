// Fit of the demo's orthomosaic to the components: check, compare before and after, apply, history.
import { join } from "node:path";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct, settled } from "./browser.ts";
import { legend } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

/** Of the demo: the last analysis of the plant with orthomosaics. */
const ANALYSIS = 8;
const pictures = process.env["PICTURES"];

test("the fit of an orthomosaic is checked, seen before and after, applied and recorded", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  const shot = async (name: string) => {
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
  };
  // A new user finds both on the map.
  await page.goto(`${product.url}/plant/2?analysis=${ANALYSIS}`);
  const key = legend(page).getByRole("region", { name: "Orthomosaics" });
  await key.getByText("orthomosaic_rgb.tif").waitFor({ timeout: patient(30_000) });

  await page.goto(`${product.url}/analysis/${ANALYSIS}#upload`);
  const fit = page.getByRole("group", { name: "Fit of orthomosaic_rgb.tif" });
  await fit.getByRole("button", { name: "Check the fit" }).click();
  // It was drawn from the components: it lies where they are.
  await fit.getByText(/best fit: shift \d+ cm/).waitFor({ timeout: patient(60_000) });
  const words = await fit.innerText();
  expect(Number(/shift (\d+) cm/.exec(words)?.[1])).toBeLessThan(20);
  const figures = await fit.getByText("Distance from the components").locator("..").innerText();
  const [before = NaN, after = NaN] = [...figures.matchAll(/([\d.]+) cm/g)].map(([, cm]) =>
    Number(cm),
  );
  expect(before).toBeLessThan(20);
  expect(after).toBeLessThanOrEqual(before);
  await shot("fit-found");
  const shown = fit.getByRole("radiogroup", { name: "Shown on the map here" });
  await shown.getByRole("radio", { name: "After" }).click();
  // The map shows the same choice, and so does its legend.
  await fit.getByRole("link", { name: "Show it on the map" }).click();
  const seen = key.getByRole("radiogroup", { name: "Fit of orthomosaic_rgb.tif" });
  await seen
    .getByRole("radio", { name: "After", checked: true })
    .waitFor({ timeout: patient(30_000) });
  await settled(page);
  await shot("fit-after");
  await seen.getByRole("radio", { name: "Before" }).click();
  await seen.getByRole("radio", { name: "Before", checked: true }).waitFor();
  await settled(page);
  await shot("fit-before");
  await page.goto(`${product.url}/analysis/${ANALYSIS}#upload`);
  await fit.getByRole("button", { name: "Apply the movement" }).click();
  await page.getByText("orthomosaic_rgb.tif is drawn moved, for all users.").waitFor();
  await fit
    .getByText("The shift is applied. All users see the orthomosaic in its new position.")
    .waitFor();
  await shot("fit-applied");
  await page.goto(`${product.url}/analysis/${ANALYSIS}#history`);
  await page
    .getByText(/orthomosaic_rgb\.tif/)
    .first()
    .waitFor();
  await shot("fit-history");
  expect(faults).toEqual([]);
});
