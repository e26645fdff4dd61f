// The camera's pitch over modules: what the form says of it, and what the light of the day advises.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { flightAreaPlant } from "./flight-plan.ts";
import { openPanel } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(20_000) };

test("a tilted camera changes pixel and spacing, and keeps out the sun that the chart advises it for", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const id = await flightAreaPlant(product, token, "without no-fly area");
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight planning");
  const planning = page.getByRole("region", { name: "Flight planning" });
  await planning.getByRole("radio", { name: "Campaigns" }).click();
  await planning.getByRole("button", { name: "New flight campaign" }).click();
  const form = planning.getByRole("form", { name: "New flight campaign" });
  await form.getByRole("textbox", { name: /Name/ }).fill("Tilted");
  await form.getByRole("textbox", { name: "Start" }).fill("2027-01-15T12:00");
  const facts = form.getByRole("region", { name: "PV thermal" });
  const factOf = (name: string) =>
    facts
      .locator("dl > div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd");
  const numbersOf = async (name: string) =>
    (await factOf(name).innerText()).match(/[\d.]+/g)?.map(Number);
  await expect.poll(() => factOf("Camera pitch").innerText(), soon).toMatch(/^[-−]90°/);
  expect(await numbersOf("Thermal pixel on the ground")).toEqual([3]);
  const pitch = form.getByRole("textbox", { name: /Camera pitch/ });
  expect(await pitch.getAttribute("placeholder")).toBe("-90");

  // By 20 degrees: 3.40 cm in the middle and 4.17 cm at the far edge, worked out in flown-facts.test.ts.
  await pitch.fill("-70");
  await page.keyboard.press("Tab");
  await expect
    .poll(() => numbersOf("Thermal pixel on the ground"), soon)
    .toEqual([expect.closeTo(3.4, 1), expect.closeTo(4.17, 1)]);
  expect(await factOf("Camera pitch").innerText()).toMatch(/^[-−]70°, looking towards \d+°$/);
  expect(await numbersOf("Swath")).toEqual([expect.closeTo(18.2, 0)]);
  const overlap = Number.parseFloat(await factOf("Thermal side overlap").innerText());
  expect(overlap).toBeGreaterThanOrEqual(45);

  // Beyond 30 degrees from straight down the field says its range.
  await pitch.fill("-40");
  await page.keyboard.press("Tab");
  await form.getByText(/-60/).first().waitFor();
  expect(faults).toEqual([]);
});
