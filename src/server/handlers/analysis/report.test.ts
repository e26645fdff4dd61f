// Reports over HTTP on a real database: made by the task, read by a customer, deleted by whom may.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessibleFaults, elementCounts } from "../../../../tests/fixtures/pdf-accessible.ts";
import { pageTexts } from "../../../../tests/fixtures/pdf-text.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { addReportedSurvey, PICTURED, survey } from "../../../../tests/fixtures/reported-survey.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { generateReport } from "../../../../workers/jobs/generate-report.ts";
import { api } from "../../../api/index.ts";
import { energyRangeText, energyTableText } from "../../../domain/loss/energy-text.ts";
import type { LossSplit } from "../../../domain/loss/loss-split.ts";
import { lossGroups, type Recovery } from "../../../domain/loss/recovery.ts";
import type { RepairPlan } from "../../../domain/loss/repair.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import type { Headline } from "../../../domain/plant/headline.ts";
import { managerSections, reportSections, type Report } from "../../../domain/report/report.ts";
import type { Services } from "../../context.ts";
import { reportInput } from "../../report/read-input.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { writeReport } from "../../report/write-report.ts";
import { analysis, task } from "../../store/schema/plant.ts";
import { report } from "../../store/schema/report.ts";
import { isEveryday } from "../../../../tests/fixtures/rounds.ts";

let server: TestServer;
let services: Services;
let plant: ResultPlant;
let id: number;
type Summary = { recovery: Recovery } & LossSplit;

/** Runs the task of a report as a worker does. */
async function make(task_id: number): Promise<Record<string, unknown>> {
  const { db } = server.database.owner;
  const [row] = await db.select().from(task).where(eq(task.id, task_id));
  const input = generateReport.input.parse(row?.input);
  const signal = new AbortController().signal;
  const progress = { step: () => Promise.resolve() };
  const about = { task_id, account_id: 1, signal };
  const result = await generateReport.run(services, input, progress, about);
  await db.update(task).set({ state: "SUCCESSFUL", result }).where(eq(task.id, task_id));
  return result;
}

beforeAll(async () => {
  server = await startTestServer();
  services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Reported", 16);
  id = await addReportedSurvey(services, plant);
});
afterAll(() => server.close());

async function create(as: AccountKey, fields: Record<string, string>, picture?: Blob) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (picture) body.append("plant_image_file", picture, "plant.png");
  return server.fetch(`/api/auth/plant/${plant.plant_id}/reports`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.accounts[as].token}` },
    body,
  });
}
const list = async (as: AccountKey) =>
  (await server.ask(api.report.list, as, { params: { id: plant.plant_id } })).body as Report[];
const form = () => ({
  analysis_id: String(id),
  title: "R&D <b> report",
  locale: "en",
});

async function download(report_id: number, what = "download"): Promise<Response> {
  const path = `/api/auth/plant/${plant.plant_id}/report/${report_id}/${what}`;
  const headers = { authorization: `Bearer ${server.accounts.tenant.token}` };
  return server.fetch(path, { headers });
}
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** Makes a report as a customer and answers its PDF. */
async function makeOne(fields: Record<string, string>, picture?: Blob) {
  const answer = await create("tenant", fields, picture);
  expect(answer.status).toBe(200);
  const made = (await answer.json()) as Report;
  expect(made).toMatchObject({ state: "waiting", analysis_name: "Autumn" });
  const result = await make(made.task_id!);
  expect(result).toMatchObject({ findings: 300 });
  const [ready] = await list("tenant");
  expect(ready).toMatchObject({ id: made.id, state: "ready", bytes: result["bytes"] });
  const file = await download(made.id);
  expect(file.headers.get("content-type")).toBe("application/pdf");
  const pdf = await bytesOf(file);
  if (process.env["REPORT_PDF"]) await writeFile(process.env["REPORT_PDF"], pdf);
  return { report: ready!, pdf, result };
}

it.skipIf(isEveryday)(
  "writes the long form with a card of each finding, in another language",
  async () => {
    const { db } = server.database.owner;
    const sections = reportSections.filter((one) => !managerSections.includes(one)).join(",");
    const answer = await create("tenant", { ...form(), locale: "es", sections });
    const made = (await answer.json()) as Report;
    expect((await download(made.id, "workbook")).status).toBe(404);
    const [stored] = await db.select().from(report).where(eq(report.id, made.id));
    const folder = await mkdtemp(join(tmpdir(), "report-"));
    const key_figure_ids = [keyFigureByKey("class_of_abnormality")!.id];
    const input = await reportInput(services, stored!, { key_figure_ids, folder, states: [] });
    const { weakest, conditions, evaluation } = input;
    expect(conditions).toEqual(survey.conditions);
    expect(weakest!.hotspot_k).toBeCloseTo((5 * 69) / 38.6, 6);
    expect(weakest!.module_k).toBeCloseTo((3 * 69) / 38.6, 6);
    expect(evaluation).toMatchObject({ measured: 310, implausible: survey.implausible });
    // In this process: the next test makes one as the task does.
    await writeReport(services.files, input);
    const pdf = await readFile(input.path);
    await rm(folder, { recursive: true });
    expect(accessibleFaults(pdf)).toEqual([]);
    expect(elementCounts(pdf).get("H3")).toBeGreaterThanOrEqual(300);
    expect(pageTexts(pdf)[0]).toContain("Estadística");
    await db.delete(report).where(eq(report.id, made.id));
  },
);

it(
  "makes a report for a manager: ten pages at most, accessible, with the figures of the panels",
  async () => {
    const create = { width: 800, height: 500, channels: 3, background: "#3377aa" } as const;
    const picture = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]);
    // The workbook is made by itself: the pages have no room for all that is dangerous.
    const fields = { ...form(), annexes: "pictures" };
    const { report: made, pdf } = await makeOne(fields, picture);
    expect(made.sections).toEqual(managerSections);
    expect(accessibleFaults(pdf)).toEqual([]);
    const pages = pageTexts(pdf);
    expect(pages.length).toBeLessThanOrEqual(10);
    const [, first = ""] = pages;
    const text = pages.join("\n");
    const params = { id };
    const { body } = await server.ask(api.analysisResult.headline, "tenant", { params });
    const total = (body as Headline).lost_energy!;
    const number = (value: number, digits: number) =>
      value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    const notation = {
      locale: "en",
      lessThan: (amount: string) => `less than ${amount}`,
      upTo: (sum: string, most: string) => `${sum}, up to ${most}`,
    };
    const said = (one: Parameters<typeof energyRangeText>[0]) => energyRangeText(one, notation);
    const plain = (words: string) => words.replaceAll("\u202F", " ");
    expect(total.mwh).toBeGreaterThan(0);
    expect(first).toContain(`Lost in all measured components \n${plain(said(total))} \n`);
    const query = { crew_hours: 80, spare_parts: 30, first: "safety" } as const;
    const { body: plan } = await server.ask(api.loss.repairs, "tenant", { params, query });
    const { chosen, all } = plan as RepairPlan;
    const summary = await server.ask(api.loss.summary, "tenant", { params });
    const split = summary.body as Summary;
    const { recovery } = split;
    const table = energyTableText(lossGroups(split, recovery), split.total, notation);
    const [repair, cleaning] = table.groups[2]!.map(plain);
    expect(recovery.repair.mwh).toBeCloseTo(all.mwh, 6);
    expect(first).toContain(`Recoverable by repair \n${repair} \n`);
    expect(first).toContain(`Recoverable by cleaning \n${cleaning} \n`);
    expect(first).toContain(`${chosen.count} repairs for €${number(chosen.cost!, 0)} recover`);
    expect(first).toContain(
      `All ${all.count} repairs of this analysis take ${all.hours} crew hours`,
    );
    expect(first).toContain("Findings \n300 \n");
    expect(first).toContain("150 new, 0 resolved");
    // Class 3 is the dangerous one: the odd half of 300.
    expect(first).toContain("Safety findings \n150 \n");
    expect(text).toContain("more are in the workbook of this report.");
    expect(made.annexes).toEqual(["pictures"]);
    // Who reads the first page alone must know it.
    expect(first).toContain("These results are in doubt");
    expect(first.replaceAll(/\s+/g, " ")).toContain(
      "because they are implausible: 30% of the modules have temperatures that no module has.",
    );
    // What the evaluation says of itself.
    expect(text).toContain("Components measured: 310 · Not inspected: 10");
    expect(text).toContain("30% of the modules have temperatures that no module has.");
    const running = text.replaceAll(/\s+/g, " ");
    // 0.9 and 1.2 m are 1.5 m.
    for (const sentence of [
      "north.tif: moved by 1.50 m, turned by 2.0 mrad, residual 0.011 m; 18 windows agree, 2 rejected.",
      "south.tif: placed by hand with 3 control points, residual 4.2 cm. Moved by 1.50 m; 18 windows",
      "placed by their rows: 25, residual 1.2 cm (median) and 3.4 cm at most (DJI_0042.JPG), moved by 0.40 m (median) and 1.30 m at most; 120 windows agree, 7 rejected.",
    ])
      expect(running).toContain(sentence);
    // Each component with pictures has two, and none has an empty card: a map and the cover stand beside them.
    const counts = elementCounts(pdf);
    expect(counts.get("Figure")).toBe(2 + 2 * counts.get("H4")!);
    expect(counts.get("H4")).toBeGreaterThanOrEqual(PICTURED);
    const newest = await server.fetch(`/api/auth/analysis/${id}/om-report`, {
      headers: { authorization: `Bearer ${server.accounts.tenant.token}` },
    });
    expect((await bytesOf(newest)).equals(pdf)).toBe(true);

    const book = await bytesOf(await download(made.id, "workbook"));
    expect(book.length).toBe(made.workbook_bytes);
    const parts = unzipSync(new Uint8Array(book));
    const sheet = (at: number) => strFromU8(parts[`xl/worksheets/sheet${at}.xml`]!);
    const rows = (at: number) => sheet(at).match(/<row /g)!.length - 1;
    expect([rows(1), rows(2), rows(3)]).toEqual([300, 150, all.count]);
    expect(strFromU8(parts["xl/workbook.xml"]!)).toContain('<sheet name="Findings"');
    // Each danger has its name, in the pages or in the workbook.
    const level = (await readComponents(services, plant.plant_id)).levels.get("module")!;
    for (let row = 1; row < 300; row += 2) expect(sheet(2)).toContain(`>${level.names.dtId(row)}<`);
    const pictures = await bytesOf(await download(made.id, "pictures"));
    expect(pictures.length).toBe(made.pictures_bytes);
    expect(made.pictures_left_out).toBe(0);
    expect(Object.keys(unzipSync(new Uint8Array(pictures))).toSorted()).toEqual(
      [0, 1, 3, 5].flatMap((module) => {
        const id = level.names.dtId(module);
        return ["rgb", "thermal"].map((kind) => `${id} pcs ${id}/${kind} ${kind} ${module}.jpg`);
      }),
    );
    // Machines that are busy with other tests take long; `npm run bench` is where time counts.
  },
  patient(180_000),
);

it("refuses what it cannot make, and stores nothing", async () => {
  const count = (await list("tenant")).length;
  const bad = [
    { ...form(), sections: "key_numbers,unknown" },
    { ...form(), sections: "annex,annex" },
    { ...form(), annexes: "workbook,workbook" },
    { ...form(), locale: "de" },
    { ...form(), title: "x".repeat(201) },
    { ...form(), analysis_id: "none" },
  ];
  for (const fields of bad) expect((await create("tenant", fields)).status).toBe(400);
  const noPicture = await create("tenant", form(), new Blob(["no picture"]));
  expect(noPicture.status).toBe(422);
  const { db } = server.database.owner;
  const empty = await plant.addAnalysis("Empty", "2026-10-05", { visibility: "released" });
  const without = await create("tenant", { ...form(), analysis_id: String(empty) });
  expect(without.status).toBe(409);
  const missing = await create("tenant", { ...form(), analysis_id: "2000000" });
  expect(missing.status).toBe(404);
  expect((await list("tenant")).length).toBe(count);
  expect(await db.$count(report, eq(report.analysis_id, empty))).toBe(0);
});

it.each([
  ["en", "O&M report Autumn"],
  ["es", "Informe de O&M Autumn"],
  ["pt", "Relatório de O&M Autumn"],
])("names a report without a title in its own language: %s", async (locale, title) => {
  const answer = await create("tenant", { ...form(), title: " ", locale });
  const made = (await answer.json()) as Report;
  expect(made).toMatchObject({ title, locale });
  const params = { id: plant.plant_id, report_id: made.id };
  await server.ask(api.report.remove, "tenant", { params });
});

it("hides reports of analyses that customers do not see", async () => {
  const { db } = server.database.owner;
  await db.update(analysis).set({ visibility: "invisible" }).where(eq(analysis.id, id));
  expect(await list("tenant")).toEqual([]);
  expect((await list("analyst")).length).toBeGreaterThan(0);
  await db.update(analysis).set({ visibility: "released" }).where(eq(analysis.id, id));
});

it("keeps the sections that a customer wants", async () => {
  const params = { id: plant.plant_id };
  const before = await server.ask(api.report.readTemplate, "tenant", { params });
  expect(before.body).toEqual({ sections: [...managerSections] });
  const sections = ["findings", "annex"] as const;
  await server.ask(api.report.setTemplate, "tenant", { params, body: { sections: [...sections] } });
  const after = await server.ask(api.report.readTemplate, "tenant", { params });
  expect(after.body).toEqual({ sections: [...sections] });
});

it("deletes the file with the report, and those of others only with the permission", async () => {
  const [own] = await list("tenant");
  const { db } = server.database.owner;
  const [row] = await db.select().from(report).where(eq(report.id, own!.id));
  await db
    .update(report)
    .set({ created_by: server.accounts.analyst.id })
    .where(eq(report.id, own!.id));
  const remove = () =>
    server.ask(api.report.remove, "tenant", { params: { id: plant.plant_id, report_id: own!.id } });
  expect((await remove()).status).toBe(200);
  expect(await services.files.size(row!.object!)).toBeNull();
  expect(await services.files.size(row!.plant_image!)).toBeNull();
  expect((await list("tenant")).length).toBe(0);
});
