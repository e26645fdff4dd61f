// Staff make a report of an analysis, and the customer takes it away.
import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { openAs, sharedBrowser, sharedProduct } from "./browser.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

/** Pictures for people, where their folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("staff make a report, and the customer downloads it", async () => {
  const viewer = await openViewersPlant(browser, product);
  const path = new URL(viewer.page.url()).pathname;
  // Its map would be drawn beside that of the staff.
  await viewer.page.goto("about:blank");
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
  await page.getByRole("option", { name: /^Inspection before repairs/ }).click();
  await picture(page, "report-form");
  await dialog.getByRole("button", { name: "Create report" }).click();
  await page.getByText("Ready", { exact: true }).waitFor({ timeout: patient(120_000) });
  await picture(page, "report-list");
  await viewer.page.goto(product.url + path);
  await openPanel(viewer.page, "Reports");
  const download = viewer.page.waitForEvent("download");
  await viewer.page.getByRole("button", { name: "Download Report of the year" }).click();
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const folder = process.env["PICTURES"];
  if (folder) await writeFile(`${folder}/report.pdf`, bytes);
});
