// A property that another one asks for: set by staff, asked for in the form of an observation, on desktop and phone.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { openAs, ownProduct, sharedBrowser, tokenOf } from "./browser.ts";
import { countsInView, openPanel } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
type Named = { readonly id: number; readonly name: string };

test("a required property appears with the answer that asks for it, and goes with it", async () => {
  const { page, faults } = await openAs(browser, product, "super_admin");
  await page.goto(`${product.url}/plants`);
  const { body: plants } = await ask<Named[]>(product, await tokenOf(page), "/auth/plants");
  const { id } = plants.find(({ name }) => name === "Valdesol")!;
  await page.goto(`${product.url}/plant/${id}/settings`);
  const settings = page.getByRole("region", { name: "Plant settings" });
  await settings.getByRole("button", { name: "New property" }).click();
  const form = settings.getByRole("form", { name: "New custom property" });
  await form.getByRole("textbox", { name: /^Name/ }).fill("Width of the dent");
  await form.getByRole("button", { name: /Components/ }).click();
  await page.getByRole("option", { name: "Absorber tubes" }).click();
  await form.getByRole("radio", { name: /^Number(?! in)/ }).check({ force: true });
  const rule = form.getByRole("region", { name: "When it is filled in" });
  await rule.getByRole("checkbox", { name: "Required in new observations" }).check({ force: true });
  await rule.getByRole("button", { name: /Applies/ }).click();
  await page
    .getByRole("option", { name: "Only where “Bellows dented” has certain values" })
    .click();
  await form.getByRole("button", { name: "Create" }).click();
  await rule.getByText("Choose at least one value.").waitFor();
  await rule.getByRole("checkbox", { name: "Yes", exact: true }).check({ force: true });
  await form.getByRole("button", { name: "Create" }).click();
  await settings.getByRole("form", { name: "Width of the dent" }).waitFor();
  await settings.getByRole("button", { name: "Back to the list" }).click();
  await settings.getByText(/required · only where “Bellows dented” is Yes/).waitFor();

  await page.goto(`${product.url}/plant/${id}`);
  await countsInView(page);
  await openPanel(page, "Observations");
  const panel = page.locator("[data-panel=observations]");
  await panel.getByRole("status").first().waitFor();
  await page.keyboard.press("j");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  const observation = panel.getByRole("form", { name: /^New observation: / });
  const dented = observation.getByRole("radiogroup", { name: "Bellows dented" });
  const width = observation.getByRole("textbox", { name: "Width of the dent" });
  await dented.waitFor();
  expect(await width.count()).toBe(0);
  await dented.getByText("Yes", { exact: true }).click();
  await width.waitFor();
  await observation.getByRole("button", { name: "Save" }).click();
  await observation.getByText("“Width of the dent” is required.").waitFor();
  // The first invalid field has the focus: a phone scrolls there.
  await expect
    .poll(() => width.evaluate((element) => element === document.activeElement), {
      timeout: patient(10_000),
    })
    .toBe(true);
  await width.fill("12.5");
  await observation.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^The observation of .+ was created\.$/).waitFor();
  await panel.getByText("12.5").first().waitFor();
  expect(faults).toEqual([]);
});
