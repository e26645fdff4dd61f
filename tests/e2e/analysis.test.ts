// An analysis as staff keep it: made, changed, with its history and its invoice.
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct } from "./browser.ts";

const product = await ownProduct();
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(15_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "analyst"));
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name });
const said = (text: string) => page.getByText(text).first();
const address = () => new URL(page.url());
/** Rebuilt by the page when it is opened again. */
let place = "";

async function choose(label: RegExp, option: string): Promise<void> {
  await page.getByRole("button", { name: label }).first().click();
  await page.getByRole("option", { name: option }).first().click();
}

test("a new analysis says what is missing, then opens on its page", async () => {
  await page.goto(`${product.url}/analyses`);
  await button("New analysis").click();
  await expect.poll(() => address().pathname, soon).toBe("/analysis/new");
  await said("Still missing: Plant, Name").waitFor();
  await page.getByRole("combobox", { name: "Plant" }).fill("Llano");
  await page.getByRole("option", { name: /Llano Grande/ }).click();
  await said("Still missing: Name").waitFor();
  await field("Name").fill("After the storm");
  await button("Create analysis").click();
  await expect.poll(() => address().pathname, soon).toMatch(/^\/analysis\/\d+$/);
  place = address().pathname;
  await page.getByRole("heading", { name: "After the storm" }).waitFor();
  await said("Choose the drone first.").waitFor();
  await expect
    .poll(() => button("Mark data complete").getAttribute("aria-disabled"), soon)
    .toBe("true");
});

test("a second one of the plant is refused while the first is incomplete", async () => {
  await page.goto(`${product.url}/analysis/new`);
  await page.getByRole("combobox", { name: "Plant" }).fill("Llano");
  await page.getByRole("option", { name: /Llano Grande/ }).click();
  await field("Name").fill("Too early");
  await said("Another analysis of this plant is not complete yet.").waitFor();
  // The form is left as it is.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto(`${product.url}/analyses`);
});

test("details are saved, and leaving with changes asks first", async () => {
  await page.goto(`${product.url}${place}`);
  await page.getByRole("button", { name: /Drone/ }).click();
  // The first is none.
  await page.getByRole("option").nth(1).click();
  await field("Notes").fill("Dust in the north");
  await page.getByRole("checkbox", { name: "Full inspection" }).click({ force: true });
  await button("Save").click();
  await said("After the storm was saved.").waitFor();
  await said("No file was uploaded yet.").waitFor();
  await field("Notes").fill("Dust everywhere");
  await page.getByRole("radio", { name: "History" }).click();
  await button("Stay").click();
  expect(await field("Notes").inputValue()).toBe("Dust everywhere");
  await page.keyboard.press("Control+s");
  await expect.poll(() => button("Save").isDisabled(), soon).toBe(true);
});

test("the history has every change, and notes", async () => {
  await page.getByRole("radio", { name: "History" }).click();
  await expect.poll(() => address().hash, soon).toBe("#history");
  await page.getByText("Dust everywhere").first().waitFor();
  await field("Note").fill("The customer asked twice");
  await button("Add note").click();
  await page.getByRole("listitem").filter({ hasText: "The customer asked twice" }).waitFor();
});

test("the invoice needs its ID from the draft on", async () => {
  await page.goto(`${product.url}${place}#invoice`);
  await choose(/State of the invoice/, "Draft");
  await button("Save").click();
  await page.getByText("From “Draft” on, an invoice needs its ID or a link.").first().waitFor();
  await field("Invoice ID").fill("INV-1");
  await button("Save").click();
  await page.getByText("An invoice ID is INV- and six digits.").first().waitFor();
  await field("Invoice ID").fill("INV-004711");
  await button("Save").click();
  await said("The invoice of After the storm was saved.").waitFor();
  await page.goto(`${product.url}${place}#history`);
  await page.getByText("INV-004711").waitFor();
});

test("the list is searched and filtered, and its rows lead to the page", async () => {
  await page.goto(`${product.url}/analyses`);
  await page.getByRole("searchbox").fill("storm");
  await page.getByRole("link", { name: "After the storm" }).click();
  await expect.poll(() => address().pathname, soon).toBe(place);
  expect(faults).toEqual([]);
});
