// A customer's way from the loss to the work list and the report: what findings cost, what to repair first, as CSV on
// the map, and the report that says the same numbers.
import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct } from "./browser.ts";
import type { Product } from "./product.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

let product: Product;
const browser = await sharedBrowser();
beforeAll(async () => {
  product = await ownProduct();
});

/** Pictures for people, where their folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const repairs = (page: Page) => page.getByRole("list", { name: "What to repair first" });

test(
  "the headline says what is counted, and leads to a work list as CSV and on the map",
  async () => {
    const { page } = await openViewersPlant(browser, product);
    const headline = page.getByRole("region", { name: "Summary" });
    await headline.getByText(/Those with a finding lose [\d.,]+\s[GM]Wh\/a/).waitFor();
    await headline.getByRole("button", { name: "How these numbers are calculated" }).click();
    const about = page.getByRole("dialog", { name: "How these numbers are calculated" });
    await about.getByRole("row", { name: /^All measured components/ }).waitFor();
    await picture(page, "loss-about");
    await page.keyboard.press("Escape");
    await headline.getByRole("button", { name: "What to repair first" }).click();
    await repairs(page).getByRole("listitem").first().waitFor();
    await picture(page, "repairs");
    // A smaller budget has fewer repairs.
    const before = await repairs(page).getByRole("listitem").count();
    const hours = page.getByRole("textbox", { name: "Crew hours" });
    await hours.fill("24");
    await hours.press("Enter");
    // While the new list is fetched there is none.
    const isFewer = async () => {
      const now = await repairs(page).getByRole("listitem").count();
      return now > 0 && now < before;
    };
    await expect.poll(isFewer, { timeout: patient(30_000) }).toBe(true);
    const count = await repairs(page).getByRole("listitem").count();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Work list as CSV" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    const lines = text.trim().split("\r\n");
    expect(lines).toHaveLength(count + 1);
    expect(lines[0]).toContain("Crew hours");
    const column = lines[0]!.split(",").indexOf("Crew hours");
    const names = lines.slice(1).filter((line) => !line.includes('"'));
    const taken = names.reduce((sum, line) => sum + Number(line.split(",")[column]), 0);
    expect(taken).toBeLessThanOrEqual(24);
    await page.getByRole("button", { name: "Select SCAs", exact: true }).click();
    await page
      .getByText(/\d+ SCAs? selected/)
      .first()
      .waitFor();
    await picture(page, "repairs-selected");
    await repairs(page).getByRole("button").first().click();
    await page.getByRole("button", { name: "Explain Optical energy loss" }).click();
    const explained = page.getByRole("dialog", { name: "Explain Optical energy loss" });
    await explained.getByText(/MWh\/a → [\d.,]+ kW/).waitFor();
    await picture(page, "repairs-component");
    await page.setViewportSize({ width: 390, height: 800 });
    await picture(page, "repairs-phone");
  },
  patient(240_000),
);

test(
  "staff make a report, and the customer downloads it",
  async () => {
    const viewer = await openViewersPlant(browser, product);
    const path = new URL(viewer.page.url()).pathname;
    const staff = await openAs(browser, product, "super_admin");
    const { page } = staff;
    await page.goto(product.url + path);
    await openPanel(page, "Reports");
    await page.getByText("No reports yet").waitFor();
    await page.getByRole("button", { name: "New report" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Title" }).fill("Report of the year");
    // Staff see a newer analysis that is not released yet.
    await dialog.getByRole("button", { name: /Analysis$/ }).click();
    await page.getByRole("option", { name: /^Analysis 3/ }).click();
    await picture(page, "report-form");
    await dialog.getByRole("button", { name: "Make report" }).click();
    await page.getByText("Ready", { exact: true }).waitFor({ timeout: patient(120_000) });
    await picture(page, "report-list");
    await viewer.page.reload();
    await openPanel(viewer.page, "Reports");
    const download = viewer.page.waitForEvent("download");
    await viewer.page.getByRole("button", { name: "Download Report of the year" }).click();
    const bytes = await readFile(await (await download).path());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const folder = process.env["PICTURES"];
    if (folder) await writeFile(`${folder}/report.pdf`, bytes);
  },
  patient(240_000),
);
