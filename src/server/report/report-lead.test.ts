// A report of a survey in too little light, at 90 W/m²: temperatures alone are no "0 findings".
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { pageTexts } from "../../../tests/fixtures/pdf-text.ts";
import { survey } from "../../../tests/fixtures/reported-survey.ts";
import { addResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { NOT_JUDGED } from "../../domain/evaluation/component-survey.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { reportSections, type Report } from "../../domain/report/report.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { task } from "../store/schema/plant.ts";
import { report } from "../store/schema/report.ts";
import { reportInput } from "./read-input.ts";
import { writeReport } from "./write-report.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const idOf = (key: string) => keyFigureByKey(key)!.id;
const RATES_NONE = "The analysis has no key figure that rates components.";

it("says that nothing rates the modules, and never that none of them has a finding", async () => {
  const services = { ...server.services, db: server.database.owner.db };
  const plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Dim", 16);
  const more = { state: "FINISHED", visibility: "released" } as const;
  const columnsOf = (judged: boolean) =>
    new Map<number, Uint8Array | Float32Array>([
      [idOf("module_temperature"), new Float32Array(320).fill(31)],
      [idOf("module_inspection_validity"), new Uint8Array(320).fill(judged ? 0 : NOT_JUDGED)],
    ]);
  const before = await plant.addAnalysis("Spring", "2026-03-01", more);
  await writeColumns(services, before, columnsOf(true), { twin_version: 1 });
  const id = await plant.addAnalysis("Autumn", "2026-10-01", more);
  const edition = { twin_version: 1, is_evaluated: true };
  // Marks for a review rate no module, either.
  const marks = [idOf("review_mark"), new Uint8Array(320)] as const;
  await writeColumns(services, id, new Map([...columnsOf(false), marks]), edition);
  const conditions = { irradiance: 90 };
  const log = { ...survey, conditions, implausible: [], measured: 0, not_judged: 320 };
  await services.db.insert(task).values({
    name: "evaluate_analysis",
    input: {},
    analysis_id: id,
    state: "SUCCESSFUL",
    result: { survey: log },
  });
  const create = (analysis_id: number) => {
    const body = new FormData();
    const sections = reportSections.join(",");
    const fields = { analysis_id: String(analysis_id), title: "Dim", locale: "en", sections };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return server.fetch(`/api/auth/plant/${plant.plant_id}/reports`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.accounts.tenant.token}` },
      body,
    });
  };
  // Temperature and validity are for experts: alone they are no result that a customer sees.
  expect((await create(before)).status).toBe(409);
  const answer = await create(id);
  expect(answer.status).toBe(200);
  const { id: report_id } = (await answer.json()) as Report;
  const [stored] = await services.db.select().from(report).where(eq(report.id, report_id));
  const key_figure_ids = ["module_temperature", "module_inspection_validity", "review_mark"].map(
    idOf,
  );
  const folder = await mkdtemp(join(tmpdir(), "report-"));
  const input = await reportInput(services, stored!, { key_figure_ids, folder, states: [] });
  await writeReport(services.files, input);
  const text = pageTexts(await readFile(input.path))
    .join("\n")
    .replaceAll(/\s+/g, " ");
  await rm(folder, { recursive: true });
  // The numbers, the map, the diagrams, the changes, the dangers, the work and the cards.
  expect(text.split(RATES_NONE).length - 1).toBeGreaterThanOrEqual(6);
  expect(text).toContain("320");
  expect(text).not.toContain("no component worse than good");
  expect(text).not.toContain("found nothing that endangers");
  expect(text).not.toContain("of what was measured");
  expect(text).not.toContain("No finding of this analysis");
  expect(text).not.toContain("no earlier analysis");
});
