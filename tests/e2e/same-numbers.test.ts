// The surveys of a plant of each kind on every panel, in exports and in the report: what is found, what became of
// it, what it costs. The expected numbers are counted by hand in the CSV files of the surveys.
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
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
/**
 * Who opens which plant, by which classes its findings are judged, and which classes name them. Of the first, 1 is good
 * and 2 and above are findings; of the second, 0 is none.
 */
const plants = [
  ["other_customer", "Pampa Alta", "class_of_abnormality", "fault_type"],
  ["analyst", "Valdesol", "glass_tube_temperature", "tube_fault_type"],
] as const;

const english = (value: number) => value.toLocaleString("en-GB");

type Analysis = { readonly id: number; readonly name: string; readonly flown_at: string };

async function classesOf(token: string, analysis: number, figure: number) {
  const path = `/auth/analysis-result/${analysis}/${figure}?csv=1`;
  const { body } = await ask<string>(product, token, path);
  const rows = body.trimEnd().split("\r\n").slice(1);
  return new Map(
    rows.flatMap((line) => {
      const [dt_id = "", , value = ""] = line.replace("\uFEFF", "").split(",");
      return value === "" ? [] : [[dt_id, Number(value)] as const];
    }),
  );
}

type Classes = ReadonlyMap<string, number>;
type Survey = { readonly classes: Classes; readonly types: Classes };

/**
 * Whether each of these surveys, oldest first, says that the component has a finding; null where it says nothing. As
 * decisions/compare.md has it, a finding is gone where what it was is measured again and good. A good class while the same
 * fault is still named is a finding still; beside another fault it says nothing.
 */
function saidOf(dt_id: string, surveys: readonly Survey[]): (boolean | null)[] {
  const open = new Set<number>();
  return surveys.map(({ classes, types }) => {
    const [value, type = 0] = [classes.get(dt_id), types.get(dt_id)];
    if (value === undefined) return null;
    if (value >= 2) open.add(type);
    else if (type === 0) open.clear();
    if (value >= 2 || open.size === 0) return value >= 2;
    return open.has(type) || open.has(0) ? true : null;
  });
}

/** What became of the components up to the newest of these surveys, oldest first. */
function byHand(surveys: readonly Survey[]) {
  const counts = { new: 0, returned: 0, persisting: 0, resolved: 0 };
  for (const dt_id of surveys.at(-1)!.classes.keys()) {
    const said = saidOf(dt_id, surveys);
    const now = said.at(-1);
    const before = said.slice(0, -1).filter((one) => one !== null);
    if (now === null || before.length === 0) continue;
    const was = before.at(-1)!;
    const hasEnded = before.some((one, at) => !one && before[at - 1] === true);
    if (now && was) counts.persisting += 1;
    else if (now) counts[hasEnded ? "returned" : "new"] += 1;
    else if (was) counts.resolved += 1;
  }
  return counts;
}

/** The bytes that the export menu of Find saves. */
async function exported(page: Page, format: RegExp): Promise<Buffer> {
  const find = page.getByRole("region", { name: "Find", exact: true });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    find
      .getByRole("button", { name: "Export" })
      .click()
      .then(() => page.getByRole("menuitem", { name: format }).click()),
  ]);
  return readFile(await file.path());
}

/** The count of a line such as "New 1,234 5 %" of a list. */
async function lineOf(page: Page, region: string, name: string): Promise<number> {
  const line = page
    .getByRole("region", { name: region, exact: true })
    .getByRole("button", { name: new RegExp(`^${name}\\s*\\d`) });
  // What is none has no line.
  if ((await line.count()) === 0) return 0;
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

test.each(plants)(
  "panels, exports and report of %s say the same of %s",
  async (who, name, judging, naming) => {
    const { page, faults } = await openAs(browser, product, who);
    await page.goto(product.url);
    const token = await tokenOf(page);
    type Plant = { readonly id: number; readonly name: string };
    const all = (await ask<Plant[]>(product, token, "/auth/plants")).body;
    const plant = all.find((one) => one.name === name)!.id;
    await page.goto(`${product.url}/plant/${plant}`);
    const { body } = await ask<Analysis[]>(product, token, `/auth/analyses-for-view/${plant}`);
    const surveys = body.toSorted((a, b) => a.flown_at.localeCompare(b.flown_at));
    const columns: Survey[] = [];
    for (const { id } of surveys) {
      const classes = await classesOf(token, id, keyFigureByKey(judging)!.id);
      columns.push({ classes, types: await classesOf(token, id, keyFigureByKey(naming)!.id) });
    }
    const became = byHand(columns);
    const found = [...columns.at(-1)!.classes].filter(([, value]) => value >= 2);
    const severe = found.filter(([, value]) => value === 3).length;
    expect(Math.min(became.new, became.persisting, became.resolved, severe)).toBeGreaterThan(0);

    // The summary, and the legend of the whole plant.
    await countsInView(page);
    const summary = page.getByRole("region", { name: "Summary" });
    await summary.getByText(`${english(found.length)} of `).waitFor();
    const said = /Lost energy:\s([^,(]+?\/a)\s·\s(≈\s€[^\n]+?)\/a/.exec(await summary.innerText());
    const [energy = "", money = ""] = said?.slice(1).map((one) => one.trim()) ?? [];
    expect([energy, money]).toEqual([expect.stringMatching(/±/), expect.stringMatching(/±/)]);
    const text = (await legend(page).innerText()).replaceAll(/\s+/g, " ");
    // "1,383" does not say 383.
    expect(text).toMatch(new RegExp(`(?<![\\d,])${english(severe)}(?![\\d,])`));
    // Find and its files.
    await openPanel(page, "Find");
    const find = page.getByRole("region", { name: "Find", exact: true });
    await find.getByText(`Findings: ${found.length.toLocaleString("en")}`).waitFor();
    type Features = { readonly features: readonly { readonly properties: { dt_id: string } }[] };
    const geo = JSON.parse((await exported(page, /^GeoJSON/)).toString()) as Features;
    expect(geo.features.map(({ properties }) => properties.dt_id).toSorted()).toEqual(
      found.map(([dt_id]) => dt_id).toSorted(),
    );
    const book = unzipSync(await exported(page, /^Excel/));
    const rows = strFromU8(book["xl/worksheets/sheet1.xml"]!).split("<row ").length - 1;
    expect(rows).toBe(found.length + 1);
    // The comparison of the two newest, which knows those before, and the statistics.
    await openPanel(page, "Compare");
    await page.getByRole("button", { name: /Compared with/ }).click();
    await page.getByRole("option").first().click();
    const courses = [
      ["new", "New"],
      ["returned", "Returned"],
      ["persisting", "Persisting"],
      ["resolved", "Resolved"],
    ] as const;
    await expect.poll(() => lineOf(page, "Findings", "New"), soon).toBe(became.new);
    const shown = { ...became };
    for (const [course, word] of courses) shown[course] = await lineOf(page, "Findings", word);
    expect(shown).toEqual(became);
    await openPanel(page, "Statistics");
    for (const [course, word] of courses) {
      const line = () => lineOf(page, "Findings over all analyses", word);
      await expect.poll(line, soon).toBe(became[course]);
    }
    // The report.
    const pdf = await reportOf(token, plant, surveys.at(-1)!.id);
    const words = pdf.replaceAll(/\s+/g, " ");
    expect(words).toContain(`${english(found.length)} of them are findings`);
    for (const one of [energy, money.replace(/^≈\s/, "")])
      expect(words).toContain(one.replaceAll(/\s+/g, " "));
    expect(words).toContain(`${english(became.new)} new, ${english(became.resolved)} resolved`);
    expect(words).toContain(
      `${english(became.persisting)} persist, ${english(became.returned)} returned`,
    );
    expect(faults).toEqual([]);
  },
);
