// What each drone has flown: on the page of an analysis, in its layer on the map, and not for customers.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { clippedTexts } from "./clipped.ts";
import { openAs, settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { openPanel, shareOfColour } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
/** Of the demo: two drones flew it. */
const ANALYSIS = 8;
const PLANT = 2;
const soon = { timeout: patient(20_000) };
/** Colours of the first and the second drone. */
const [FIRST, SECOND] = [
  [0x44, 0x77, 0xaa],
  [0xcc, 0xbb, 0x44],
] as const;

test("the page of an analysis says what each drone has flown, and the map shows its way", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/analysis/${ANALYSIS}#coverage`);
  const part = page.getByRole("region", { name: "Flown by" });
  const first = part.getByRole("region", { name: "Falcon-1" });
  await first.getByText("Drone of the analysis").waitFor(soon);
  await first.getByText("Serial number 1581F5FJD22A400D1X").waitFor();
  expect(await first.locator("dd").allInnerTexts()).toEqual(
    expect.arrayContaining(["12", "6", expect.stringMatching(/2026/)]),
  );
  const second = part.getByRole("region", { name: "Falcon-2" });
  expect((await second.locator("dd").allInnerTexts()).slice(0, 2)).toEqual(["4", "2"]);
  expect(await second.getByText("Drone of the analysis").count()).toBe(0);
  await part.getByRole("region", { name: "All analyses of this plant" }).waitFor();
  await part.getByRole("link", { name: "Show flight paths" }).click();
  await page.waitForURL((url) => url.pathname === `/plant/${PLANT}`);
  const names = page.getByRole("list", { name: "Flown by drones" }).getByRole("listitem");
  await expect
    .poll(() => names.allInnerTexts(), soon)
    .toEqual([
      expect.stringMatching(/^Falcon-1\s+12 images, 12 with a position$/),
      expect.stringMatching(/^Falcon-2\s+4 images, 4 with a position$/),
    ]);
  await page.getByRole("button", { name: "Zoom to Flown by drones" }).click();
  for (const colour of [FIRST, SECOND])
    await expect.poll(() => shareOfColour(page, colour), soon).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test("customers do not see it, and what failed can be asked for again", async () => {
  const viewer = await openAs(browser, product, "field");
  await viewer.page.goto(`${product.url}/plant/${PLANT}`);
  await openPanel(viewer.page, "Layers");
  await viewer.page.getByText("Image positions", { exact: true }).waitFor(soon);
  expect(await viewer.page.getByText("Flown by drones").count()).toBe(0);

  const { page } = await openAs(browser, product, "admin");
  const address = `**/api/auth/analysis/${ANALYSIS}/drone-plant-coverage*`;
  await page.route(address, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto(`${product.url}/analysis/${ANALYSIS}#coverage`);
  const again = page.getByRole("button", { name: "Try again" }).last();
  await again.waitFor({ timeout: patient(60_000) });
  await page.unroute(address);
  await again.click();
  await page.getByRole("region", { name: "Falcon-1" }).waitFor(soon);
});

test.each([
  ["es", "Volado por", "Recorridos de los drones"],
  ["pt", "Voado por", "Percursos dos drones"],
])("in %s on a phone nothing is cut", async (language, title, layer) => {
  const { page, faults } = await openAs(browser, product, "admin", {
    width: 390,
    height: 844,
    locale: language,
  });
  await page.goto(`${product.url}/analysis/${ANALYSIS}#coverage`);
  const part = page.getByRole("region", { name: title });
  await part.getByRole("region", { name: "Falcon-2" }).waitFor(soon);
  await settled(page);
  expect(await page.evaluate(clippedTexts)).toEqual([]);
  await page.goto(
    `${product.url}/plant/${PLANT}?analysis=${ANALYSIS}&layer=drone_tracks~on~1.00&panel=layers`,
  );
  await page.getByRole("list", { name: layer }).getByText("Falcon-2").waitFor(soon);
  expect(faults).toEqual([]);
});
