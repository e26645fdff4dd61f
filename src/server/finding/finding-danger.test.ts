// One rule for what is dangerous: list, order file, Find, report and repairs say the same of each finding. The table is
// written by hand, from what a class or a fault means for people at the plant.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFindingHost, type FindingHost } from "../../../tests/fixtures/finding-host.ts";
import { api } from "../../api/index.ts";
import { MISSING_U8, type ColumnValues } from "../../domain/column/column.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { surveyFindings } from "../../domain/finding/survey-finding.ts";
import { keyFigureByKey, keyFigures, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { dangerAt } from "../../domain/key-figure/safety.ts";
import type { Context } from "../context.ts";
import { dangersOf } from "../report/report-safety.ts";
import type { ReportData } from "../report/report-data.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { dangerReader } from "./finding-danger.ts";

type Case = readonly [is: "dangerous" | "safe", classes: Readonly<Record<string, string>>];
const modules: readonly Case[] = [
  // Without power and without a name, or with the name of something mild: no danger to people.
  ["safe", { class_of_abnormality: "power_lost", fault_type: "none" }],
  ["safe", { class_of_abnormality: "power_lost", fault_type: "soiling" }],
  ["safe", { class_of_abnormality: "power_lost", fault_type: "substring_bypassed" }],
  ["safe", { class_of_abnormality: "power_lost", fault_type: "open_string" }],
  ["safe", { class_of_abnormality: "thermal_abnormality", fault_type: "hotspot" }],
  // The class says so, whatever its fault is called.
  ["dangerous", { class_of_abnormality: "safety_relevant", fault_type: "hotspot" }],
  ["dangerous", { class_of_abnormality: "safety_relevant", fault_type: "substring_bypassed" }],
  ["dangerous", { class_of_abnormality: "safety_relevant", fault_type: "open_circuit" }],
  // A second fault of the module does.
  [
    "dangerous",
    { class_of_abnormality: "power_lost", fault_type: "open_string", glass_breakage: "broken" },
  ],
  [
    "dangerous",
    { class_of_abnormality: "thermal_abnormality", fault_type: "hotspot", junction_box: "hot" },
  ],
  // The name does, though nothing is warm.
  ["dangerous", { class_of_abnormality: "no_abnormality", fault_type: "glass_broken" }],
];
const collectors: readonly Case[] = [
  ["safe", { tracking_state: "stuck", sca_fault_type: "stuck" }],
  ["dangerous", { tracking_state: "stuck", sca_fault_type: "stuck", htf_leak: "suspected" }],
  ["dangerous", { tracking_state: "tracking", sca_fault_type: "leak", htf_leak: "confirmed" }],
];

const classOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;

/** The columns of the cases, by key, a case in each row. */
function columnsOf(cases: readonly Case[]): Map<string, ColumnValues> {
  const keys = new Set(cases.flatMap(([, classes]) => Object.keys(classes)));
  return new Map(
    [...keys].map((key) => [
      key,
      Uint8Array.from(cases, ([, classes]) => {
        const name = classes[key];
        return name === undefined ? MISSING_U8 : classOf(key, name);
      }),
    ]),
  );
}

const tables = [
  ["module", modules],
  ["sca", collectors],
] as const;
const wantedOf = (cases: readonly Case[]) => cases.map(([is]) => is === "dangerous");

let host: FindingHost;
let survey: number;
const classesOf = (key: string) =>
  modules.map(([, classes]) => {
    const name = classes[key];
    return name === undefined ? null : classOf(key, name);
  });
beforeAll(async () => {
  host = await openFindingHost("Danger");
  const seen = modules.map(
    ([, classes]) =>
      [
        classOf("fault_type", classes["fault_type"]!),
        classOf("class_of_abnormality", classes["class_of_abnormality"]!),
      ] as const,
  );
  survey = await host.survey("Autumn", "2026-10-01", seen, {
    glass_breakage: classesOf("glass_breakage"),
    junction_box: classesOf("junction_box"),
  });
  await host.show(survey, "released");
});
afterAll(() => host.server.close());

const places = () =>
  modules.map(([, classes], index) =>
    host.place(index, [classOf("fault_type", classes["fault_type"]!), 0]),
  );

it.each(tables)(
  "Find, the list of an analysis and the report say the same of a %s",
  (type, cases) => {
    const columns = columnsOf(cases);
    const valuesOf = ({ key }: KeyFigure) => columns.get(key);
    const rows = cases.map((_, row) => row);
    expect(rows.map(dangerAt(type, valuesOf))).toEqual(wantedOf(cases));
    const survey = { valuesOf, limitsOf: ({ limits }: KeyFigure) => limits };
    const listed = surveyFindings(survey, (of: ComponentType) => ({
      count: of === type ? cases.length : 0,
      exists: null,
    }));
    expect(listed.map(({ is_dangerous }) => is_dangerous)).toEqual(wantedOf(cases));
    const data = {
      figures: keyFigures.filter(({ key }) => columns.has(key)).map((figure) => ({ figure })),
      of: (key: string) => columns.has(key) && { values: columns.get(key) },
      exists: () => new Uint8Array(cases.length).fill(1),
    } as unknown as ReportData;
    const { open } = dangersOf(data, () => false);
    expect(rows.map((row) => open.some((one) => one.row === row))).toEqual(wantedOf(cases));
  },
);

it("the kept list and the order file say it too", async () => {
  const asked = { params: { id: survey }, body: { title: "All", findings: places() } };
  const made = await host.server.ask(api.workOrder.create, "viewer", asked);
  expect(made.status).toBe(200);
  const lives = await host.list();
  const ofIndex = (index: number) =>
    lives.find(({ dt_id }) => dt_id === host.plant.moduleId(index))!;
  expect(modules.map((_, index) => ofIndex(index).is_dangerous)).toEqual(wantedOf(modules));
  const { body } = await host.server.ask(api.workOrder.exportFile, "viewer", {
    params: { id: host.plant.plant_id },
    query: { format: "json" },
  });
  const [order] = (body as { orders: { findings: { dt_id: string; safety: boolean }[] }[] }).orders;
  const inFile = (index: number) =>
    order!.findings.find(({ dt_id }) => dt_id === host.plant.moduleId(index))!.safety;
  expect(modules.map((_, index) => inFile(index))).toEqual(wantedOf(modules));
});

/** The context of a viewer who may see results, or not. */
function contextOf(more: object = {}): Pick<Context, "db" | "files" | "viewer"> {
  const { db } = host.server.database.owner;
  const viewer = {
    customer_id: null,
    plant_ids: null,
    is_admin: true,
    is_super_admin: true,
    permissions: new Set(["READ_ANALYSIS_RESULT"]),
    ...more,
  } as unknown as Context["viewer"];
  return { db, files: host.server.services.files, viewer };
}
const kept = (row: number, fault: string, more: object = {}) => ({
  component_type: "module" as const,
  fault_type: classOf("fault_type", fault),
  severity: 3,
  analysis_id: survey,
  row,
  ...more,
});

it("a collector that is stuck and leaks is dangerous by its newest survey", async () => {
  const services = { ...host.server.services, db: host.server.database.owner.db };
  const id = await host.plant.addAnalysis("Loops", "2026-10-05");
  const columns = [...columnsOf(collectors)].map(
    ([key, values]) => [keyFigureByKey(key)!.id, values] as const,
  );
  await writeColumns(services, id, new Map(columns), { twin_version: 1 });
  const findings = collectors.map(([, classes], row) => ({
    component_type: "sca" as const,
    fault_type: classOf("sca_fault_type", classes["sca_fault_type"]!),
    severity: 3,
    analysis_id: id,
    row,
  }));
  const isDangerous = await dangerReader(contextOf())(findings);
  expect(findings.map(isDangerous)).toEqual(wantedOf(collectors));
});

it("the fault alone counts where the survey is gone, or not for this viewer", async () => {
  const hot = host.rowOf(5);
  const all = (of: object) => [kept(hot, "hotspot", of), kept(hot, "glass_broken", of)];
  const answers = async (context: Pick<Context, "db" | "files" | "viewer">, of: object = {}) => {
    const findings = all(of);
    return findings.map(await dangerReader(context)(findings));
  };
  expect(await answers(contextOf())).toEqual([true, true]);
  expect(await answers(contextOf(), { analysis_id: null })).toEqual([false, true]);
  expect(await answers(contextOf(), { row: null })).toEqual([false, true]);
  expect(await answers(contextOf({ permissions: new Set() }))).toEqual([false, true]);
  expect(await answers(contextOf({ access_scopes: new Set(["read_findings"]) }))).toEqual([
    false,
    true,
  ]);
  const draft = await host.survey("Draft", "2026-11-01", []);
  const outside = { is_admin: false, is_super_admin: false, customer_id: 0 };
  expect(await answers(contextOf(outside))).toEqual([false, true]);
  // What the survey found to be gone is no danger by its name.
  const healthy = host.rowOf(0);
  const gone = [kept(healthy, "glass_broken", { severity: 0, analysis_id: draft })];
  expect(gone.map(await dangerReader(contextOf())(gone))).toEqual([false]);
  // Nor by another fault of its component, which is another finding.
  const beside = [kept(hot, "hotspot", { severity: 0 }), kept(hot, "hotspot")];
  expect(beside.map(await dangerReader(contextOf())(beside))).toEqual([false, true]);
});

it("reads each survey once for all its findings", async () => {
  let reads = 0;
  const { db } = host.server.database.owner;
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === "select" || name === "execute") reads += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  const read = dangerReader({ ...contextOf(), db: counting });
  await read([kept(0, "hotspot")]);
  expect(reads).toBeGreaterThan(0);
  reads = 0;
  await read(Array.from({ length: 500 }, (_, row) => kept(row % 60, "hotspot")));
  expect(reads).toBe(0);
});
