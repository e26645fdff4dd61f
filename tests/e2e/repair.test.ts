// A customer's way from the loss to the work list: what findings cost, what to repair first, as CSV on the map.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, sharedProduct } from "./browser.ts";
import { openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

/** Pictures for people, where their folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const repairs = (page: Page) => page.getByRole("list", { name: "What to repair first" });

test("the headline says what is counted, and leads to a work list as CSV and on the map", async () => {
  const { page } = await openViewersPlant(browser, product);
  const headline = page.getByRole("region", { name: "Summary" });
  await headline.getByText(/Those with a finding lose [\d.,]+\s±\s[\d.,]+\s[GM]Wh/).waitFor();
  await headline.getByRole("button", { name: "How these numbers are calculated" }).click();
  const about = page.getByRole("dialog", { name: "How these numbers are calculated" });
  await about.getByRole("row", { name: /^All measured components/ }).waitFor();
  await picture(page, "loss-about");
  await page.keyboard.press("Escape");
  await headline.getByRole("button", { name: "What to repair first" }).click();
  await repairs(page).getByRole("listitem").first().waitFor();
  await picture(page, "repairs");
  // What is dangerous comes first, until somebody asks for the money alone.
  await page.getByText("Safety", { exact: true }).first().waitFor();
  await page.locator("[data-panel=repairs]").getByText("Money", { exact: true }).click();
  await repairs(page)
    .getByText(/^Align/)
    .first()
    .waitFor();
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
});
