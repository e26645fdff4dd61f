// @vitest-environment happy-dom
// A dropped table on its way to the panel that imports it: it is never out of sight, and none comes back unasked.
import { act, type ComponentType } from "react";
import type { PrimitiveAtom } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { destinationAtom, droppedFileAtom } from "../../state/import/dropped-file.ts";
import {
  conditionFileAtom,
  meterFileAtom,
  referenceFileAtom,
} from "../../state/import/handed-file.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { plantAtom, plantIdAtom } from "../../state/plant/plant.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { AnalysisPage } from "../analysis/analysis-page.tsx";
import { MeteredEnergy } from "../metered-energy/metered-energy.tsx";
import { References } from "../reference/reference.tsx";
import { hide, show, text } from "../shown.fixture.tsx";
import { FileImport } from "./file-import.tsx";

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

test.each<[string, ComponentType, PrimitiveAtom<unknown>, unknown]>([
  ["metered energy", MeteredEnergy, meterFileAtom as PrimitiveAtom<unknown>, file],
  ["reference measurements", References, referenceFileAtom as PrimitiveAtom<unknown>, file],
  [
    "an analysis",
    AnalysisPage,
    conditionFileAtom as PrimitiveAtom<unknown>,
    { analysis_id: 12, file },
  ],
])("who closes %s gives up the file in it", async (_of, Part, handed, value) => {
  const store = await show(<Part />, ["UPDATE_ANALYSIS_RESULT", "UPDATE_PLANT"], [handed]);
  await act(async () => store.set(handed, value));
  expect(store.get(handed)).toBe(value);
  await hide();
  expect(store.get(handed)).toBeNull();
});
