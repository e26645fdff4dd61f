// The newest survey of both demo plants: summary, Find and report count the same findings and say the same energy, and the
// report has the pages that a manager reads. The findings are counted by hand in the CSV file of the survey.
import { expect, test } from "vitest";
import { keyFigureByKey } from "../../src/domain/key-figure/key-figure.ts";
import { patient } from "../fixtures/patience.ts";
import { pageTexts } from "../fixtures/pdf-text.ts";
import { ask, askBytes, headers } from "./ask.ts";
import { openAs, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { countsInView, openPanel } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
/** Of both key figures the class 1 is good; all above are findings. */
const plants = [
  ["Valdesol", "trough", "glass_tube_temperature"],
  ["Llano Grande", "photovoltaic", "class_of_abnormality"],
] as const;
const [FEWEST_PAGES, MOST_PAGES] = [6, 10];

async function findingsByHand(token: string, analysis: number, key: string): Promise<number> {
  const path = `/auth/analysis-result/${analysis}/${keyFigureByKey(key)!.id}?csv=1`;
  const { body } = await ask<string>(product, token, path);
  const values = body
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[2] ?? "");
  return values.filter((value) => value !== "" && Number(value) > 1).length;
}

/** The pages of a report with all usual chapters. */
async function reportPages(token: string, plant: number, analysis: number): Promise<string[]> {
  const form = new FormData();
  const fields = { analysis_id: String(analysis), title: "The same count", locale: "en" };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const made = await fetch(`${product.url}/api/auth/plant/${plant}/reports`, {
    method: "POST",
    headers: await headers(product, token),
    body: form,
  });
  expect(made.status).toBe(200);
  const { id } = (await made.json()) as { id: number };
  type Report = { readonly id: number; readonly state: string };
  const state = async () => {
    const { body } = await ask<Report[]>(product, token, `/auth/plant/${plant}/reports`);
    return body.find((one) => one.id === id)?.state;
  };
  await expect.poll(state, { timeout: patient(120_000) }).toBe("ready");
  return pageTexts(await askBytes(product, token, `/auth/plant/${plant}/report/${id}/download`));
}

test.each(plants)("on %s (%s) panels and report count the same", async (name, _, key) => {
  const { page, faults } = await openAs(browser, product, "analyst");
  await page.goto(product.url);
  const token = await tokenOf(page);
  type Plant = { readonly id: number; readonly name: string };
  const all = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const plant = all.find((one) => one.name === name)!;
  await page.goto(`${product.url}/plant/${plant.id}`);
  await countsInView(page);
  const analysis = Number(new URL(page.url()).searchParams.get("analysis"));
  const findings = await findingsByHand(token, analysis, key);
  expect(findings).toBeGreaterThan(0);
  const count = findings.toLocaleString("en-GB");
  const summary = page.getByRole("region", { name: "Summary" });
  await summary.getByText(`${count} of `).waitFor();
  const energy = /Lost energy:\s([^,(]+\/a)/.exec(await summary.innerText())?.[1]?.trim() ?? "";
  expect(energy).toMatch(/±/);
  await openPanel(page, "Find");
  const find = page.getByRole("region", { name: "Find", exact: true });
  await find.getByText(`Findings: ${findings.toLocaleString("en")}`).waitFor();
  const pages = await reportPages(token, plant.id, analysis);
  expect(pages.length).toBeGreaterThanOrEqual(FEWEST_PAGES);
  expect(pages.length).toBeLessThanOrEqual(MOST_PAGES);
  const words = pages.join("\n").replaceAll(/\s+/g, " ");
  expect(words).toContain(`${count} of them are findings`);
  expect(words).toContain(energy.split(" · ")[0]!.replaceAll(/\s+/g, " "));
  expect(faults).toEqual([]);
});
