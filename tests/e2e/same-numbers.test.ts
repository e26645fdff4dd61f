// One pair of surveys on every panel and in the report: what is found, what became of it, what it costs. The expected
// numbers are counted by hand in the two CSV files.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { keyFigureByKey } from "../../src/domain/key-figure/key-figure.ts";
import { patient } from "../fixtures/patience.ts";
import { pageTexts } from "../fixtures/pdf-text.ts";
import { ask, askBytes, headers } from "./ask.ts";
import { openAs, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { countsInView, legend, numberIn, openPanel } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };
/** Class of abnormality of modules: 1 is none, 2 and 3 are findings. */
const CLASS = "class_of_abnormality";

const english = (value: number) => value.toLocaleString("en-GB");

type Analysis = { readonly id: number; readonly name: string; readonly flown_at: string };

async function classesOf(token: string, analysis: number, figure: number) {
  const path = `/auth/analysis-result/${analysis}/${figure}?csv=1`;
  const { body } = await ask<string>(product, token, path);
  const rows = body.trimEnd().split("\r\n").slice(1);
  return new Map(
    rows.flatMap((line) => {
      const [, dt_id = "", value = ""] = line.split(",");
      return value === "" ? [] : [[dt_id, Number(value)] as const];
    }),
  );
}

function byHand(then: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>) {
  const counts = { new: 0, persisting: 0, resolved: 0, findings: 0, severe: 0 };
  for (const [dt_id, value] of now) {
    if (value >= 2) counts.findings += 1;
    if (value === 3) counts.severe += 1;
    const was = then.get(dt_id);
    if (was === undefined) continue;
    if (value >= 2) counts[was >= 2 ? "persisting" : "new"] += 1;
    else if (was >= 2) counts.resolved += 1;
  }
  return counts;
}

/** The count of a line such as "New 1,234 5 %" of a list. */
async function lineOf(page: Page, region: string, name: string): Promise<number> {
  const line = page
    .getByRole("region", { name: region, exact: true })
    .getByRole("button", { name: new RegExp(`^${name}\\s*\\d`) });
  await line.waitFor();
  return numberIn((await line.innerText()).replace(name, ""));
}

async function reportOf(token: string, plant: number, analysis: number): Promise<string> {
  const form = new FormData();
  const fields = { analysis_id: String(analysis), title: "The same numbers", locale: "en" };
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
  const path = `/auth/plant/${plant}/report/${id}/download`;
  return pageTexts(await askBytes(product, token, path)).join("\n");
}

test("panels, export and report say the same of one pair of surveys", async () => {
  const { page, faults } = await openAs(browser, product, "other_customer");
  await page.goto(product.url);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  const plant = Number(new URL(page.url()).pathname.split("/")[2]);
  const token = await tokenOf(page);
  const { body } = await ask<Analysis[]>(product, token, `/auth/analyses-for-view/${plant}`);
  const [now, then, ...older] = body.toSorted((a, b) => b.flown_at.localeCompare(a.flown_at));
  expect(older).toEqual([]);
  const figure = keyFigureByKey(CLASS)!.id;
  const hand = byHand(
    await classesOf(token, then!.id, figure),
    await classesOf(token, now!.id, figure),
  );
  expect(Math.min(hand.new, hand.persisting, hand.resolved, hand.severe)).toBeGreaterThan(0);

  // The summary, and the legend of the whole plant.
  await countsInView(page);
  const summary = page.getByRole("region", { name: "Summary" });
  await summary.getByText(`${english(hand.findings)} of `).waitFor();
  const energy = /Lost energy:\s([^,(]+\/a)/.exec(await summary.innerText())?.[1]?.trim() ?? "";
  expect(energy).toMatch(/±/);
  const text = (await legend(page).innerText()).replaceAll(/\s+/g, " ");
  expect(text).toContain(english(hand.severe));
  // Find.
  await openPanel(page, "Find");
  const find = page.getByRole("region", { name: "Find", exact: true });
  await find.getByText(`Findings: ${hand.findings.toLocaleString("en")}`).waitFor();
  // The comparison.
  await openPanel(page, "Compare");
  await page.getByRole("button", { name: /Compared with/ }).click();
  await page.getByRole("option").first().click();
  for (const [name, count] of [
    ["New", hand.new],
    ["Persisting", hand.persisting],
    ["Resolved", hand.resolved],
  ] as const) {
    await expect.poll(() => lineOf(page, "Findings", name), soon).toBe(count);
  }
  // The statistics.
  await openPanel(page, "Statistics");
  for (const [name, count] of [
    ["New", hand.new],
    ["Persisting", hand.persisting],
    ["Resolved", hand.resolved],
  ] as const) {
    await expect.poll(() => lineOf(page, "Findings over all analyses", name), soon).toBe(count);
  }
  // The report.
  const pdf = await reportOf(token, plant, now!.id);
  const words = pdf.replaceAll(/\s+/g, " ");
  expect(words).toContain(`${english(hand.new)} new, ${english(hand.resolved)} resolved`);
  expect(words).toContain(`${english(hand.persisting)} persist`);
  expect(words).toContain(`${english(hand.findings)} of them are findings`);
  expect(words).toContain(energy.replaceAll(/\s+/g, " "));
  expect(faults).toEqual([]);
});
