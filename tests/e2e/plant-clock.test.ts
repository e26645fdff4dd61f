// A reader in Japan and a plant in Chile: where it is still the day before, all screens and the report say the day of the
// plant.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Analysis } from "../../src/domain/analysis/analysis.ts";
import { pageTexts } from "../fixtures/pdf-text.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { openAs, ownProduct, sharedBrowser, tokenOf } from "./browser.ts";
import { countsInView, legend, openPanel } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

/** Half past ten in the evening of these days in Chile is half past ten in the morning of the next ones in Japan. */
const surveys = [
  {
    name: "Analysis 1",
    flown_at: "2026-03-09T01:30:00.000Z",
    day: "8 Mar 2026",
    next: "9 Mar 2026",
  },
  {
    name: "Analysis 2",
    flown_at: "2026-05-10T02:30:00.000Z",
    day: "9 May 2026",
    next: "10 May 2026",
  },
] as const;
const [first, second] = surveys;

/** Pictures for people, where their folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/clock-${name}.png` });
}

/** No text of the page has the day of the reader. */
async function expectNoOtherDay(page: Page): Promise<void> {
  const text = await page.locator("body").innerText();
  for (const { next } of surveys) expect(text).not.toContain(next);
}

test("the day of a flight is that of the plant in list, legend, card, comparison and report", async () => {
  const { page, faults } = await openAs(browser, product, "super_admin", {
    timezoneId: "Asia/Tokyo",
  });
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const { body } = await ask<Analysis[]>(product, token, "/auth/analysis");
  const ofPlant = body.filter(({ plant_name }) => plant_name === "Pampa Alta");
  expect(ofPlant[0]?.time_zone).toBe("America/Santiago");
  const [one, two] = surveys.map(({ name }) => ofPlant.find((each) => each.name === name)!);
  for (const [at, analysis] of [one!, two!].entries()) {
    const { flown_at } = surveys[at]!;
    await send(product, token, `/auth/analysis/${analysis.id}`, { flown_at });
  }

  // The list of all analyses.
  await page.reload();
  await page.getByRole("searchbox").first().fill("Pampa Alta");
  const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });
  for (const { name, day } of surveys) {
    await rowOf(name).filter({ hasText: day }).waitFor();
  }
  await expectNoOtherDay(page);
  await picture(page, "list");

  // The form reads and writes the clock at the plant, and says so.
  await page.goto(`${product.url}/analysis/${one!.id}`);
  await page.getByText(`· ${first.day}`).waitFor();
  const field = page.getByLabel("Flown on");
  await expect.poll(() => field.inputValue()).toBe("2026-03-08T22:30");
  await page.getByText("By the clock at the plant (Santiago time).").waitFor();
  // The hour that Chile had twice is asked.
  await field.fill("2026-04-04T23:30");
  await page.getByText(/The plant had this time twice/).waitFor();
  await picture(page, "twice");
  await page.getByRole("button", { name: /Which of the two times/ }).click();
  await page.getByRole("option", { name: "Second (UTC−04:00)" }).click();
  await expect.poll(() => page.getByText(/The plant had this time twice/).count()).toBe(0);
  // And the one that it did not have is refused.
  await field.fill("2026-09-06T00:30");
  await page.getByText(/The plant did not have this time/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => field.inputValue()).toBe("2026-03-08T22:30");

  // Legend and list beside the map.
  await page.goto(`${product.url}/plant/${one!.plant_id}?analysis=${two!.id}`);
  await countsInView(page);
  await expect.poll(() => legend(page).innerText()).toContain(second.day);
  await openPanel(page, "Analyses");
  for (const { name, day } of surveys) {
    await page.getByRole("button", { name: new RegExp(`^${name} ${day} ·`) }).waitFor();
  }
  await expectNoOtherDay(page);

  // The comparison: the panel, the legend and the map name both days.
  await openPanel(page, "Compare");
  await page.getByRole("button", { name: /Compared with/ }).click();
  await page.getByRole("option", { name: first.name }).click();
  const pair = page.getByText(`${first.day} → ${second.day}`);
  await expect.poll(() => pair.count(), { timeout: patient(30_000) }).toBeGreaterThanOrEqual(2);
  await picture(page, "compare");
  await expectNoOtherDay(page);

  // The card of a component: its course over the surveys.
  await openPanel(page, "Table");
  await page.getByRole("grid").getByRole("row").nth(1).click();
  const card = page.getByRole("article", { name: "Component" });
  await card.getByText(first.day).first().waitFor({ state: "attached" });
  await picture(page, "card");
  await expectNoOtherDay(page);

  // The report.
  await openPanel(page, "Reports");
  await page.getByRole("button", { name: "New report" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Title" }).fill("By the clock of the plant");
  await dialog.getByRole("button", { name: /Analysis$/ }).click();
  await page.getByRole("option", { name: /^Analysis 2/ }).click();
  await dialog.getByRole("button", { name: "Create report" }).click();
  await page.getByText("Ready", { exact: true }).waitFor({ timeout: patient(120_000) });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download By the clock of the plant" }).click();
  const text = pageTexts(await readFile(await (await download).path())).join("\n");
  expect(text).toContain("9 May 2026");
  for (const { next } of surveys) expect(text).not.toContain(next);
  expect(faults).toEqual([]);
});
