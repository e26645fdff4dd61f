// Wind in a campaign: the form says what the plan lasts in, the card and the list of routes say it again.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { flightAreaPlant } from "./flight-plan.ts";
import { openPanel } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(20_000) };

test("a campaign states the wind that it expects, and says up to which its sorties last", async () => {
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
  await form.getByRole("textbox", { name: /Name/ }).fill("Windy");
  const taken = form.getByRole("region", { name: "Expected effort" });
  await taken.getByText("up to 12 m/s").waitFor(soon);
  const wind = form.getByRole("textbox", { name: /Expected wind/ });
  expect(await wind.getAttribute("placeholder")).toBe("still air");
  await wind.fill("14");
  await page.keyboard.press("Tab");
  await form
    .getByText(/14 m\/s of wind are more than the M3T may fly in: at most 12 m\/s/)
    .waitFor();
  await wind.fill("9");
  await page.keyboard.press("Tab");
  await form.getByRole("button", { name: "Create campaign" }).click();
  const card = planning.getByRole("region", { name: "Windy" });
  await card.getByText(/^Planned for 9 m\/s of wind/).waitFor({ timeout: patient(60_000) });
  await card.getByRole("button", { name: "Show routes" }).click();
  const list = page.getByRole("list", { name: "Flight routes" });
  await list
    .getByText(/^Wind up to 12 m\/s · in 9 m\/s up to \d+ min, \d+% at landing$/)
    .first()
    .waitFor(soon);
  expect(faults).toEqual([]);
});
