// Saved views: what is shown gets a name, is found again, opened as a link, renamed and deleted.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, sharedProduct } from "./browser.ts";
import { countsInView, legend, openPanel } from "./workbench.ts";

const product = await sharedProduct();
const soon = { timeout: patient(15_000) };
const browser = await sharedBrowser();

const part = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test("a view is saved, opened, opened as a link, renamed and deleted", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.goto(product.url);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(page);
  await legend(page).getByRole("button", { name: "only Severe heat loss" }).click();
  await openPanel(page, "Table");
  await openPanel(page, "Saved views");
  const panel = page.getByRole("region", { name: "Saved views" });
  await panel.getByText("No saved views yet").waitFor();
  await panel.getByRole("textbox", { name: "Name" }).fill("Severe tubes");
  await page.keyboard.press("Enter");
  const link = panel.getByRole("link", { name: /Severe tubes/ });
  await link.waitFor();
  await expect.poll(() => part(page, "filter"), soon).toBe("classes~1~4");
  const camera = part(page, "at");

  const analysis = part(page, "analysis");
  await page.goto(
    `${product.url}${new URL(page.url()).pathname}?analysis=${analysis}&panel=filters`,
  );
  await countsInView(page);
  expect(part(page, "filter")).toBe(null);
  await openPanel(page, "Saved views");
  await link.click();
  await expect.poll(() => part(page, "filter"), soon).toBe("classes~1~4");
  await expect.poll(() => part(page, "panel"), soon).toBe("table");
  await expect.poll(() => part(page, "at"), soon).toBe(camera);
  await page.goBack();
  await expect.poll(() => part(page, "filter"), soon).toBe(null);

  await openPanel(page, "Saved views");
  const address = await link.getAttribute("href");
  await page.goto(product.url + address!);
  await countsInView(page);
  await expect.poll(() => part(page, "filter"), soon).toBe("classes~1~4");

  await openPanel(page, "Saved views");
  const act = async (name: string) => {
    await panel.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Rename");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("The worst tubes");
  await page.keyboard.press("Enter");
  await panel.getByRole("link", { name: /The worst tubes.*only you/ }).waitFor();
  await act("Share with the customer");
  await panel.getByRole("link", { name: /The worst tubes.*shared/ }).waitFor();

  await act("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await panel.getByText("No saved views yet").waitFor();
  expect(faults).toEqual([]);
});
