// @vitest-environment happy-dom
// A dropped table on its way to the panel that imports it: it is never out of sight, and none comes back unasked.
import { act, type ComponentType } from "react";
import type { PrimitiveAtom } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { destinationAtom, droppedFileAtom } from "../../state/import/dropped-file.ts";
import {
  conditionFileAtom,
  droneFileAtom,
  meterFileAtom,
  referenceFileAtom,
  stateFileAtom,
  userFileAtom,
} from "../../state/import/handed-file.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { plantAtom, plantIdAtom } from "../../state/plant/plant.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { asked, serve } from "../../state/shell/served.fixture.ts";
import { isPermitted, type Permission } from "../../domain/account/permission.ts";
import { AnalysisPage } from "../analysis/analysis-page.tsx";
import { MeteredEnergy } from "../metered-energy/metered-energy.tsx";
import { References } from "../reference/reference.tsx";
import { hide, show, text } from "../shown.fixture.tsx";
import { DroneImport } from "../drones/drone-import.tsx";
import { UserImport } from "../users/user-import.tsx";
import { WorkOrders } from "../work-orders/work-orders.tsx";
import { FileImport } from "./file-import.tsx";
import { fileImportPanel } from "./panel.ts";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
beforeEach(() => serve({ "GET /auth/plant/{id}": { id: 1, name: "South", twin_version: 1 } }));
afterEach(hide);

const file = new File(["time;INV 1 (kWh)"], "table.csv");
const goOn = () =>
  [...document.querySelectorAll("button")].find((one) => one.textContent === "Continue")!;

test.each([
  ["meter", meterFileAtom],
  ["references", referenceFileAtom],
] as const)("a table of %s waits in sight until an analysis is open", async (kind, handed) => {
  const store = await show(
    <FileImport />,
    ["UPDATE_ANALYSIS_RESULT", "UPDATE_PLANT"],
    [plantAtom, handed],
  );
  await act(async () => {
    store.set(plantIdAtom, 1);
    await settle();
    const dropped = { name: file.name, file, others: [], chosen: [], kind, reason: null };
    store.set(droppedFileAtom, dropped);
    store.set(destinationAtom, kind);
  });
  expect(text()).toContain("table.csv");
  expect(text()).toContain("This table belongs to an analysis, and none is open.");
  expect(goOn().disabled).toBe(true);
  await act(async () => store.set(analysisIdAtom, 12));
  expect(text()).not.toContain("none is open");
  await act(async () => goOn().click());
  expect(store.get(handed)).toBe(file);
  expect(store.get(droppedFileAtom)).toBeNull();
});

test.each<[string, ComponentType, PrimitiveAtom<File | null>]>([
  ["metered energy", MeteredEnergy, meterFileAtom],
  ["reference measurements", References, referenceFileAtom],
])("who opens another panel over %s finds the file there again", async (_of, Part, handed) => {
  const store = await show(<Part />, ["UPDATE_ANALYSIS_RESULT", "UPDATE_PLANT"], [handed]);
  await act(async () => store.set(handed, file));
  await hide();
  expect(store.get(handed)).toBe(file);
});

test("who leaves an analysis gives up the file for its conditions", async () => {
  const store = await show(<AnalysisPage />, ["UPDATE_ANALYSIS_RESULT"], [conditionFileAtom]);
  await act(async () => store.set(conditionFileAtom, { analysis_id: 12, file }));
  expect(store.get(conditionFileAtom)).not.toBeNull();
  await hide();
  expect(store.get(conditionFileAtom)).toBeNull();
});

const recordFile = new File(["a;b"], "records.csv");
const imports: readonly [
  string,
  ComponentType,
  PrimitiveAtom<File | null>,
  Permission[],
  string,
][] = [
  [
    "users",
    UserImport,
    userFileAtom,
    ["READ_AVAILABLE_ROLE", "CREATE_USER"],
    "Import users from a table",
  ],
  ["drones", DroneImport, droneFileAtom, ["CREATE_DRONE"], "Import drones from a table"],
  [
    "states of work orders",
    WorkOrders,
    stateFileAtom,
    ["READ_WORK_ORDER", "READ_FINDING", "UPDATE_WORK_ORDER"],
    "Import states",
  ],
];
const served = {
  "GET /auth/plant/{id}": { id: 1, name: "South", twin_version: 1 },
  "GET /auth/plant/{id}/work-orders": [],
  "GET /auth/plant/{id}/findings": [],
  "GET /auth/user-seats": [],
};
const dialog = () => document.querySelector("[role=dialog]");

test.each(imports)("the import of %s opens with the file", async (_, Part, handed, may, title) => {
  serve(served);
  const store = await show(<Part />, may, [handed, plantAtom]);
  expect(dialog()).toBeNull();
  await act(async () => {
    store.set(plantIdAtom, 1);
    store.set(handed, recordFile);
    await settle();
  });
  await act(settle);
  expect(dialog()?.textContent).toContain(title);
  // States are read at once; a customer is asked for first.
  const sent = asked.filter(([request]) => request.includes("/work-orders/states"));
  expect(sent).toHaveLength(handed === stateFileAtom ? 1 : 0);
});

test.each(imports)("no import of %s opens for who may not", async (_, Part, handed, may) => {
  serve(served);
  const store = await show(<Part />, may.slice(0, -1), [handed, plantAtom]);
  await act(async () => {
    store.set(plantIdAtom, 1);
    store.set(handed, recordFile);
    await settle();
  });
  expect(dialog()).toBeNull();
});

test.each(imports.slice(0, 2))("who leaves the page of %s gives the file up", async (...of) => {
  const [, Part, handed, may] = of;
  const store = await show(<Part />, may, [handed]);
  await act(async () => store.set(handed, recordFile));
  await hide();
  expect(store.get(handed)).toBeNull();
});

test("who may import records alone can open the panel that takes the file", () => {
  for (const one of ["CREATE_USER", "CREATE_DRONE", "UPDATE_WORK_ORDER"] as const) {
    expect(isPermitted(fileImportPanel.permission, new Set([one]))).toBe(true);
  }
  expect(isPermitted(fileImportPanel.permission, new Set(["READ_USER"]))).toBe(false);
});
