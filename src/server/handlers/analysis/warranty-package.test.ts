// Warranty packages over HTTP on a real database: a folder for each maker, and nothing is guessed or left out silently.
import { readFile, rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addFindingLife } from "../../../../tests/fixtures/finding-record.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { csvLines } from "../../../../tests/fixtures/csv-lines.ts";
import { accessibleFaults } from "../../../../tests/fixtures/pdf-accessible.ts";
import { pageTexts } from "../../../../tests/fixtures/pdf-text.ts";
import { addReportedSurvey } from "../../../../tests/fixtures/reported-survey.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { generateWarrantyPackage } from "../../../../workers/jobs/generate-warranty-package.ts";
import { api } from "../../../api/index.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { propertyColumnId } from "../../../domain/observation/observation-column.ts";
import type { Report } from "../../../domain/report/report.ts";
import type { Maker } from "../../../domain/report/warranty-package.ts";
import type { Services } from "../../context.ts";
import { warrantyInput } from "../../report/read-warranty.ts";
import { sceneOf } from "../../report/write-report.ts";
import { claimedFindings } from "../../report/warranty-finding.ts";
import { writeWarranty } from "../../report/write-warranty.ts";
import { writeColumns } from "../../store/plant/column/column.ts";
import { insertProperty } from "../../store/plant/observation/custom-component-property.ts";
import { makeWorkFolder } from "../../store/work-folder.ts";
import { observation } from "../../store/schema/observation.ts";
import { analysis, task } from "../../store/schema/plant.ts";
import { report } from "../../store/schema/report.ts";
import { serialNumber } from "../../store/schema/serial-number.ts";

const hotspot = keyFigureByKey("fault_type")!.classes.find(({ key }) => key === "hotspot")!.value;
let server: TestServer;
let services: Services;
let plant: ResultPlant;
let id: number;
let property_id: number;

const place = (index: number) => ({
  component_type: "module" as const,
  dt_id: plant.moduleId(index),
  fault_type: hotspot,
});
/** With pictures 0 and 1, without 2; 310 is good; the last one is no component of the plant. */
const places = () => [
  ...[0, 1, 2, 310].map(place),
  { component_type: "module" as const, dt_id: "gone", fault_type: hotspot },
];

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database.owner;
  services = { ...server.services, db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Claimed & Co", 16);
  id = await addReportedSurvey(services, plant);
  const types = keyFigureByKey("fault_type")!.id;
  const none = keyFigureByKey("fault_type")!.classes.find(({ key }) => key === "none")!.value;
  const typed = (...rows: number[]) =>
    Uint8Array.from({ length: 320 }, (_, row) => (rows.includes(row) ? hotspot : none));
  const [spring] = await db.select().from(analysis).where(eq(analysis.name, "Spring"));
  const edition = { twin_version: 1 };
  await writeColumns(services, id, new Map([[types, typed(0, 1, 2)]]), edition);
  await writeColumns(services, spring!.id, new Map([[types, typed(1)]]), edition);
  const { plant_id } = plant;
  property_id = await insertProperty(db, plant_id, {
    component_type: "module",
    name: "Manufacturer",
    data_type: "options",
    relation_type: "component",
    options: [
      { id: "a", label: "ACME: Solar/Ltd." },
      { id: "b", label: "Former maker" },
    ],
    number_ranges: null,
  });
  const says = (index: number, value: string, observed_at: string) => ({
    plant_id,
    component_type: "module" as const,
    dt_id: plant.moduleId(index),
    observed_at,
    external_id: `maker-${index}-${value}`,
    column_values: [{ column_id: propertyColumnId(property_id), value }],
  });
  await db.insert(observation).values([
    says(0, "a", "2026-05-01T10:00:00Z"),
    // The newest one counts.
    says(0, "b", "2026-04-01T10:00:00Z"),
    says(1, "a", "2026-05-01T10:00:00Z"),
  ]);
  await db.insert(serialNumber).values({
    plant_id,
    component_type: "module",
    dt_id: plant.moduleId(0),
    serial: "JK 2041",
    serial_key: "JK2041",
    source: "typed",
  });
  const life = { ...place(0), plant_id, analysis_id: id, severity: 2, status: "open" as const };
  await addFindingLife(db, { ...life, rma: "claimed", rma_claim: "=C-7" });
}, patient(60_000));
afterAll(() => server.close());

const form = (maker: Maker) => ({
  analysis_id: id,
  title: "R&D claim",
  locale: "en" as const,
  maker,
  findings: places(),
});
const create = (as: AccountKey, maker: Maker, more = {}) =>
  server.ask(api.report.createWarranty, as, {
    params: { id: plant.plant_id },
    body: { ...form(maker), ...more },
  });

async function run(task_id: number) {
  const { db } = server.database.owner;
  const [row] = await db.select().from(task).where(eq(task.id, task_id));
  const steps: (readonly [number, number])[] = [];
  const result = await generateWarrantyPackage.run(
    services,
    generateWarrantyPackage.input.parse(row?.input),
    {
      step(step, of) {
        steps.push([step, of]);
        return Promise.resolve();
      },
    },
    { task_id, account_id: 1, signal: new AbortController().signal },
  );
  await db.update(task).set({ state: "SUCCESSFUL", result }).where(eq(task.id, task_id));
  return { result, steps };
}

const fetchFile = (as: AccountKey, report_id: number, what = "warranty-package") =>
  server.fetch(`/api/auth/plant/${plant.plant_id}/report/${report_id}/${what}`, {
    headers: { authorization: `Bearer ${server.accounts[as].token}` },
  });

it(
  "makes a folder for each maker that a property names, and one for those whose maker is not stated",
  async () => {
    const { status, body } = await create("tenant", { from: "property", property_id });
    expect(status).toBe(200);
    const made = body as Report;
    expect(made).toMatchObject({ kind: "warranty", state: "waiting", sections: [] });
    const { result, steps } = await run(made.task_id!);
    expect(result).toMatchObject({ findings: 5, makers: 2, pictures: 4, left_out: 0 });
    expect(steps).toEqual([
      [0, 2],
      [1, 4],
      [2, 4],
      [2, 2],
    ]);
    const answer = await fetchFile("tenant", made.id);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const [own, other] = ["ACME_ Solar_Ltd_", "Maker not stated"];
    expect(Object.keys(files).toSorted()).toEqual([
      `${own}/README.pdf`,
      `${own}/findings.csv`,
      ...[0, 1].flatMap((at) =>
        ["rgb", "thermal"].map(
          (kind) => `${own}/pictures/T0.M${at} pcs T0.M${at}/${kind} ${kind} ${at}.jpg`,
        ),
      ),
      `${other}/README.pdf`,
      `${other}/findings.csv`,
    ]);
    const [first, second] = csvLines(files[`${own}/findings.csv`]!);
    expect(first).toMatchObject({
      dt_id: plant.moduleId(0),
      "Serial number": "JK 2041",
      "First seen": "2026-10-01",
      "Thermal image": "1",
      "Visible image": "1",
      "Images: note": "",
    });
    // A text that a spreadsheet would run is protected.
    expect(Object.values(first!)).toContain("'=C-7");
    // The first survey that shows the fault, not the one that is open.
    expect(second).toMatchObject({ "Serial number": "", "First seen": "2026-03-01" });
    const values = Object.entries(first!).filter(([name]) => name.includes("Power loss"));
    expect(values.map(([, value]) => Number(value))).toEqual([100, 5]);

    const rest = csvLines(files[`${other}/findings.csv`]!);
    expect(rest.map((line) => [line["dt_id"], line["First seen"], line["Images: note"]])).toEqual([
      [plant.moduleId(2), "2026-10-01", "This analysis has no image of it."],
      [plant.moduleId(310), "", "This analysis has no image of it."],
      ["gone", "", "This analysis has no image of it."],
    ]);
    expect(rest[2]).toMatchObject({ Place: "No longer in the digital twin" });

    const pdf = Buffer.from(files[`${own}/README.pdf`]!);
    expect(accessibleFaults(pdf)).toEqual([]);
    const text = pageTexts(pdf).join("\n");
    expect(text).toContain("R&D claim: ACME: Solar/Ltd.");
    expect(text).toContain("Irradiance in the plane of the modules");
    // What the evaluation says of itself.
    expect(text).toContain("Components measured: 310 · Not inspected: 10");
    // What the plant pays is not the maker's.
    expect(text).not.toContain("Loss assumptions");
    const bare = pageTexts(Buffer.from(files[`${other}/README.pdf`]!)).join("\n");
    expect(bare).toContain("Findings without images");
    // The newest PDF of the analysis is a report.
    expect((await fetchFile("tenant", made.id, "download")).status).toBe(404);
    const newest = await server.fetch(`/api/auth/analysis/${id}/om-report`, {
      headers: { authorization: `Bearer ${server.accounts.tenant.token}` },
    });
    expect(newest.status).toBe(404);
  },
  patient(120_000),
);

it("says of each finding whose pictures did not fit", async () => {
  const { db } = server.database.owner;
  const made = (await create("tenant", { from: "name", name: "ACME" })).body as Report;
  const [row] = await db.select().from(report).where(eq(report.id, made.id));
  const asked = places().map((one) => ({ ...one, life_id: null }));
  const work = await makeWorkFolder(services.settings.data_dir, "warranty");
  const input = await warrantyInput(services, row!, {
    key_figure_ids: [],
    maker: { from: "name", name: "ACME" },
    findings: asked,
    folder: work,
  });
  const size = await services.files.size(input.report.images[0]!.full);
  const written = await writeWarranty(services.files, input, undefined, 3 * size!);
  expect(written).toMatchObject({ makers: 1, pictures: 3, left_out: 1 });
  const files = unzipSync(new Uint8Array(await readFile(input.path)));
  const notes = csvLines(files["ACME/findings.csv"]!).map((line) => line["Images: note"]);
  expect(notes.filter((note) => note?.startsWith("Left out"))).toHaveLength(1);
  await rm(work, { recursive: true });
});

it("takes no severity from an earlier survey where this one says nothing of faults", async () => {
  const { db } = server.database.owner;
  const made = (await create("tenant", { from: "nothing" })).body as Report;
  const [row] = await db.select().from(report).where(eq(report.id, made.id));
  const silent = await plant.addAnalysis("Soiling alone", "2026-11-02");
  const findings = places().map((one) => ({ ...one, life_id: null }));
  const work = await makeWorkFolder(services.settings.data_dir, "warranty");
  const input = await warrantyInput(
    services,
    { ...row!, analysis_id: silent },
    { key_figure_ids: [], maker: { from: "nothing" }, findings, folder: work },
  );
  expect(input.surveys.at(-1)).toMatchObject({ name: "Soiling alone", columns: [] });
  const { data } = await sceneOf(services.files, input.report);
  const claimed = await claimedFindings(services.files, input, data);
  expect(claimed.map(({ severity }) => severity)).toEqual(claimed.map(() => null));
  expect(claimed.map(({ first_seen }) => first_seen !== null).filter(Boolean)).toHaveLength(3);
  await rm(work, { recursive: true });
});

it("does not say what was decided of findings that its author does not see", async () => {
  const { db } = server.database.owner;
  const hidden = await plant.addAnalysis("Hidden", "2026-11-01");
  const life = { ...place(1), plant_id: plant.plant_id, analysis_id: hidden, severity: 2 };
  await addFindingLife(db, { ...life, status: "open", rma: "claimed", rma_claim: "SECRET" });
  const idsOf = async (as: AccountKey) => {
    const made = (await create(as, { from: "nothing" })).body as Report;
    const [row] = await db.select().from(task).where(eq(task.id, made.task_id!));
    return generateWarrantyPackage.input.parse(row?.input).findings.map(({ life_id }) => life_id);
  };
  expect((await idsOf("tenant")).map((one) => one !== null)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it("refuses an analysis of another plant, a property that names no maker, and findings twice", async () => {
  const other = await plant.addAnalysis("Draft", "2026-11-01");
  expect((await create("tenant", { from: "nothing" }, { analysis_id: other })).status).toBe(404);
  const { db } = server.database.owner;
  const number = await insertProperty(db, plant.plant_id, {
    component_type: "module",
    name: "Resistance",
    data_type: "number",
    relation_type: "component",
    options: null,
    number_ranges: null,
  });
  const refused = await create("tenant", { from: "property", property_id: number });
  expect(refused).toMatchObject({
    status: 400,
    body: { problems: [{ reason: "maker_property" }] },
  });
  const twice = { findings: [place(0), place(0)] };
  expect((await create("tenant", { from: "nothing" }, twice)).status).toBe(400);
  expect((await create("bare", { from: "nothing" })).status).toBe(403);
});
