// A report of a plant that states a currency and no amounts in it: what is lost is said as energy, and never as 0.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { elementCounts } from "../../../../tests/fixtures/pdf-accessible.ts";
import { pageTexts } from "../../../../tests/fixtures/pdf-text.ts";
import { addReportedSurvey } from "../../../../tests/fixtures/reported-survey.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import type { LossSettings } from "../../../domain/loss/loss-settings.ts";
import type { RepairPlan } from "../../../domain/loss/repair.ts";
import type { Report } from "../../../domain/report/report.ts";
import type { Services } from "../../context.ts";
import { reportInput } from "../../report/read-input.ts";
import { writeReport } from "../../report/write-report.ts";
import { report } from "../../store/schema/report.ts";

let server: TestServer;
let services: Services;
let plant: ResultPlant;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Priced", 16);
  id = await addReportedSurvey(services, plant);
});
afterAll(() => server.close());

const state = (body: object) =>
  server.ask(api.loss.set, "super_admin", { params: { id: plant.plant_id }, body });

/** The text of a report of now, and its workbook as the first row of each sheet. */
async function written(locale = "en") {
  const body = new FormData();
  const fields = { analysis_id: String(id), title: "Priced", locale, annexes: "workbook" };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await server.fetch(`/api/auth/plant/${plant.plant_id}/reports`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.accounts.tenant.token}` },
    body,
  });
  const made = (await answer.json()) as Report;
  const [stored] = await services.db.select().from(report).where(eq(report.id, made.id));
  const key_figure_ids = ["class_of_abnormality", "delta_t_normalised", "power_loss"].map(
    (key) => keyFigureByKey(key)!.id,
  );
  const folder = await mkdtemp(join(tmpdir(), "report-"));
  const input = await reportInput(services, stored!, { key_figure_ids, folder, states: [] });
  const { pages, annexes, pictures_left_out } = await writeReport(services.files, input);
  const pdf = await readFile(input.path);
  const text = pageTexts(pdf).join("\n").replaceAll(/\s+/g, " ");
  const parts = unzipSync(new Uint8Array(await readFile(input.workbook_path)));
  await rm(folder, { recursive: true });
  /** Texts and numbers of the first row below the head, by the letter of their column; empty ones are left out. */
  const sheet = (at: number) => {
    const rows = strFromU8(parts[`xl/worksheets/sheet${at}.xml`]!).split("<row ");
    const cells = rows[2]!.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs);
    return Object.fromEntries(
      Array.from(cells, ([, column, cell]) => [column, cell!.replaceAll(/<[^>]*>/g, "")]),
    );
  };
  const figures = elementCounts(pdf).get("Figure") ?? 0;
  return { text, sheet, pages, figures, annexes, left_out: pictures_left_out };
}

const repairs = async () => {
  const query = { crew_hours: 80, spare_parts: 30, first: "safety" } as const;
  const { body } = await server.ask(api.loss.repairs, "tenant", { params: { id }, query });
  return body as RepairPlan & { settings: LossSettings };
};

it("says energy where the plant states no price, and no cost of repairs where it states none", async () => {
  await state({ currency: "CLP" });
  const { all, chosen, repairs: listed } = await repairs();
  expect([all.cost, chosen.cost, listed[0]!.cost]).toEqual([null, null, null]);
  expect(all.count).toBe(300);
  const { text, sheet } = await written();
  // 100 W of a module in 2,000 h are 200 kWh. Root of squares of 5% of its own and 10% each of power and year: 15%.
  expect(text).toContain("The 10 costliest, by what their repair recovers");
  expect(text).toMatch(/Loses 200 ± 30 kWh\/a/);
  expect(text).toContain("Replace module: 1 h, no cost stated");
  expect(text).toContain("not what spare parts and crew hours cost");
  expect(text).toContain("then what recovers the most energy, most energy first");
  expect(text).not.toContain("payback first");
  expect(text).not.toMatch(/CLP\s?[\d]/);
  expect(text).toContain("All measured components");
  expect(text).not.toContain("no price stated a year");
  expect(text).toMatch(/All 300 repairs of this analysis take 300 crew hours, and recover/);
  // kW, MWh and its uncertainty; without the money of both.
  const { J: kw, K: mwh, L: wide, M: money, N: more } = sheet(1);
  expect([kw, mwh, wide, money, more]).toEqual(["0.1", "0.2", "0.03", undefined, undefined]);
  const { I: gain, K: saved, M: hours, N: parts, O: cost, P: payback } = sheet(3);
  expect([gain, saved, hours, parts]).toEqual(["0.2", undefined, "1", "1"]);
  expect([cost, payback]).toEqual([undefined, undefined]);
});

it("counts with the amounts that the plant states in its currency, and with no others", async () => {
  await state({ currency: "CLP", tariff: 60_000 });
  expect((await repairs()).all.cost).toBeNull();
  const amounts = { tariff: 60_000, module_cost: 140_000 - 50_000, crew_hour_cost: 9000 };
  await state({ currency: "CLP", ...amounts });
  // 90,000 for the module and an hour of 9,000.
  expect((await repairs()).repairs[0]!.cost).toBe(99_000);
  const { text, sheet } = await written();
  expect(text).toContain("then what saves the most money, shortest payback first");
  // 0.2 MWh at 60,000.
  expect(text).toMatch(/Costs CLP\s?12,000 ± CLP\s?1,800 a year/);
  expect(sheet(1)["M"]).toBe("12000");
});

it("says the costs that the plant states, also without a price of energy", async () => {
  await state({ currency: "USD", module_cost: 400, crew_hour_cost: 50 });
  const { settings, all } = await repairs();
  expect([settings.tariff, all.cost]).toEqual([null, 300 * 450]);
  const { text } = await written();
  // 300 modules of 400 and an hour of 50; 30 spare parts pay for 30 of them.
  expect(text).toMatch(
    /All 300 repairs of this analysis take 300 crew hours and \$135,000, and recover/,
  );
  expect(text).toMatch(/safety first: 30 repairs for \$13,500 recover/);
  expect(text).toContain("shortest payback first");
  expect(text).not.toContain("no price stated a year");
});

it("shows as many pictured dangers as it has pages for, and packs the pictures of all of them", async () => {
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Pictured", 16);
  id = await addReportedSurvey(services, plant, 80);
  const { text, pages, figures, annexes, left_out } = await written();
  expect(pages).toBeLessThanOrEqual(10);
  const [, said] = /(\d+) more have images, which are in the ZIP/.exec(text)!;
  // Each card has two pictures, and there is one map. Of the ten costliest some are dangerous.
  const cards = (figures - 1) / 2;
  // Twelve are shown beside the five pictured ones of the costliest.
  expect(cards).toBeGreaterThanOrEqual(17);
  expect(cards + Number(said)).toBeGreaterThanOrEqual(80);
  expect(cards + Number(said)).toBeLessThanOrEqual(90);
  expect(annexes).toContain("pictures");
  expect(left_out).toBe(0);
});
