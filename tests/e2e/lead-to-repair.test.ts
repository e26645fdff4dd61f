// From the card of a collector to the repairs: what is broken inside, the worst part, the money, what is mended first;
// and a filter that leaves few components is named wherever something is counted.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, sharedProduct } from "./browser.ts";
import { legend, openPanel, openViewersPlant, SEVERE, showSevereOnly } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };

/** Pictures for people, where their folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const summary = (page: Page) => page.getByRole("region", { name: "Summary" });

/** Whole units of the first amount of a text such as "€450,000 ± €50,000/a"; 0 for "less than". */
function amountIn(text: string): number {
  if (text.includes("less than")) return 0;
  const [, sign = "", digits = "", million] = /([-−]?)€([\d.,]+)(\s?M)?/.exec(text)!;
  const value = Number(digits.replaceAll(",", "")) * (million ? 1e6 : 1);
  return sign === "" ? value : -value;
}

test("a card leads to its worst part, the money splits into what adds up, repairs rank safety first", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await openPanel(page, "Find");
  await page
    .getByRole("list", { name: "Findings, worst first" })
    .getByRole("button")
    .first()
    .click();
  const card = page.getByRole("region", { name: "Component" });
  // The collector above the finding.
  await card
    .getByRole("button", { name: /^SC[AE] / })
    .first()
    .click();
  const inside = card.getByRole("region", { name: "What is broken inside" });
  await inside.getByRole("heading").waitFor();
  await picture(page, "lead-inside");
  await inside.getByRole("button", { name: /^Worst: / }).click();
  await expect.poll(() => inside.count(), soon).toBe(0);
  await picture(page, "lead-worst");

  const whole = await summary(page)
    .getByText(/^Lost energy:/)
    .innerText();
  await summary(page).getByRole("button", { name: "Split the money" }).click();
  const rows = summary(page).getByRole("row");
  await expect.poll(() => rows.count(), soon).toBe(4);
  const texts = await rows.allInnerTexts();
  const total = texts.at(-1)!;
  // One number with one uncertainty on the headline and in the table.
  const energy = /[\d.,]+\s±\s[\d.,]+\s[GM]Wh\/a/;
  expect(energy.exec(total)![0]).toBe(energy.exec(whole)![0]);
  const parts = texts.slice(0, 3).map(amountIn);
  expect(parts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(amountIn(total), -1);
  await picture(page, "lead-split");

  await summary(page).getByRole("button", { name: "What to repair first" }).click();
  const repairs = page.getByRole("list", { name: "What to repair first" });
  await repairs.getByRole("listitem").first().waitFor();
  await page.getByText("Safety, then money", { exact: true }).click();
  const marks = async () =>
    (await repairs.getByRole("listitem").allInnerTexts()).map((text) => text.includes("Safety"));
  await expect.poll(async () => (await marks())[0], soon).toBe(true);
  const safe = await marks();
  expect(safe).toEqual(safe.toSorted((a, b) => Number(b) - Number(a)));
  await picture(page, "lead-repairs");
  expect(faults).toEqual([]);
});

test("a filter is named on legend, headline and statistics, and shares stay those of all that was measured", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await openPanel(page, "Statistics");
  const statistics = page.getByRole("region", { name: "Shares" });
  const faulty = async () => (await statistics.locator("strong").first().innerText()).trim();
  await statistics.getByRole("status").waitFor();
  const before = parseFloat(await faulty());
  const count = await showSevereOnly(page);
  const named = new RegExp(
    `Filters: Glass tube temperature: ${SEVERE} · ${count.toLocaleString("en-GB")} of`,
  );
  for (const place of [legend(page), summary(page), statistics]) {
    await place.getByText(named).waitFor();
  }
  await summary(page)
    .getByText("This summary counts all components, without the filters.")
    .waitFor();
  await expect.poll(async () => parseFloat(await faulty()), soon).toBeLessThanOrEqual(before);
  expect(parseFloat(await faulty())).toBeLessThan(50);
  await picture(page, "filter-few");
  await openPanel(page, "Filters");
  await page.getByRole("button", { name: /Filter by/ }).click();
  await page.getByRole("searchbox", { name: "Search fields" }).fill("fault");
  await page
    .getByRole("option", { name: /fault type/i })
    .first()
    .waitFor();
  await picture(page, "filter-fields");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 800 });
  await picture(page, "filter-phone");
  expect(faults).toEqual([]);
});
