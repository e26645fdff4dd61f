// Packages and orders as staff keep them: made, seen running, proposed, and kept from being deleted.
import type { Locator, Page } from "playwright";
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

const form = (name: string) => page.getByRole("form", { name, exact: true });
const said = (text: RegExp) => page.getByText(text).first();
const rowOf = (text: string) => page.getByRole("row").filter({ hasText: text });

/** Chooses from a list that drops down. */
async function choose(within: Locator, label: string | RegExp, option: string): Promise<void> {
  await within.getByRole("button", { name: label }).first().click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a package is made of key figures found by search", async () => {
  await page.goto(`${product.url}/settings/product-packages`);
  await page.getByRole("button", { name: "New package" }).click();
  const made = form("New product package");
  await made.getByRole("textbox", { name: "Name" }).fill("Spring check");
  await made.getByRole("button", { name: "Create" }).click();
  await made.getByText("A product package needs at least one key figure.").waitFor();
  await made.getByRole("searchbox", { name: "Search key figures" }).fill("heat loss");
  await made.getByRole("checkbox", { name: "Heat loss", exact: true }).click({ force: true });
  await made.getByRole("button", { name: "Create" }).click();
  await said(/Spring check was created/).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("id"), soon).toMatch(/^\d+$/);
});

test("an order with it is running from today", async () => {
  await page.goto(`${product.url}/settings/orders?id=new`);
  const made = form("New order");
  await made.getByRole("combobox", { name: "Customer" }).fill("Sierra");
  await page.getByRole("option", { name: "Sierra Clara" }).click();
  await choose(made, /Plant/, "Valdesol");
  await choose(made, /Package/, "Spring check");
  const quantity = made.getByRole("textbox", { name: /Quantity/ });
  await made.getByRole("button", { name: /^Increase quantity/ }).click();
  expect(await quantity.inputValue()).toBe("2");
  await made.getByText("Yearly 2").waitFor();
  await made.getByRole("button", { name: "Create" }).click();
  await said(/order for Valdesol was created/).waitFor();
  await page.goto(`${product.url}/settings/orders`);
  const row = rowOf("Spring check");
  await row.getByText("Running").waitFor();
  expect(await row.innerText()).toContain("Yearly 2");
});

test("an end before the start is refused at its field", async () => {
  await rowOf("Spring check").click();
  const open = form("Valdesol");
  await open.getByLabel("First day").fill("2026-03-02");
  await open.getByLabel("Last day").fill("2026-03-01");
  await open.getByRole("button", { name: "Save" }).click();
  await open.getByText("The last day must not be before the first day.").waitFor();
  await open.getByLabel("Last day").fill("");
  await open.getByRole("button", { name: "Save" }).click();
  await said(/order for Valdesol was saved/).waitFor();
});

test("a proposal fills in the order, and goes once it is followed", async () => {
  await page.goto(`${product.url}/settings/orders`);
  const follow = page.getByRole("button", {
    name: "Create from proposal: Subscription for Valdesol",
  });
  await follow.click();
  const made = form("New order");
  await made.getByText(/filled in from a proposal/).waitFor();
  await made.getByRole("button", { name: "Receiver analysis Package" }).waitFor();
  expect(await made.getByLabel("First day").inputValue()).toMatch(/^\d{4}-\d\d-01$/);
  await made.getByRole("button", { name: "Create" }).click();
  await said(/order for Valdesol was created/).waitFor();
  await page.goto(`${product.url}/settings/orders`);
  await page
    .getByRole("button", { name: /^Create from proposal: Setup for Cerro Pardo/ })
    .waitFor();
  expect(await follow.count()).toBe(0);
});

test("the years are an image with its text, and filters leave what they say", async () => {
  const strip = page.getByRole("img", { name: /orders from \d{4} to \d{4}: .* running/ });
  await strip.waitFor();
  await choose(page.locator("body"), /State/, "Ended");
  await expect.poll(() => page.getByRole("grid").getByText("Running").count(), soon).toBe(0);
  expect(await page.getByRole("grid").getByText("Ended").count()).toBeGreaterThan(0);
  expect(await strip.getAttribute("aria-label")).toContain(" 0 running");
});

test("a package that orders contain cannot be deleted, and says why", async () => {
  await page.goto(`${product.url}/settings/product-packages`);
  await rowOf("Spring check").click();
  const open = form("Spring check");
  await open
    .getByText("One order contains this product package, so it can’t be deleted.")
    .waitFor();
  expect(await open.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
});

test("once the order is deleted, so can be the package", async () => {
  await page.goto(`${product.url}/settings/orders`);
  await rowOf("Spring check").click();
  await form("Valdesol").getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(/order of Sierra Clara for Valdesol/).waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => rowOf("Spring check").count(), soon).toBe(0);
  await page.goto(`${product.url}/settings/product-packages`);
  await rowOf("Spring check").click();
  await form("Spring check").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await said(/Spring check was deleted/).waitFor();
  expect(faults).toEqual([]);
});
