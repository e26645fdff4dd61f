// Modules of the handed renderer: what is true of each, against what the product says.
import { readFile } from "node:fs/promises";
import { z } from "zod";
import {
  limitToShow,
  weakestFaults,
  weakestOf,
} from "../../../src/domain/evaluation/weakest-fault.ts";
import { keyFigureByKey } from "../../../src/domain/key-figure/key-figure.ts";
import { keyOf, type StateClass } from "../evaluation-tally.ts";
import { judgedOf, type JudgedClasses } from "./handed-goals.ts";
import { evaluated, placeOf, stated, type Evaluated, type HandedPlant } from "./handed-plant.ts";

/** The renderer's wind in m/s, and the temperature of the air in °C. */
const [WIND, AMBIENT] = [2, 25];

const classOf: Readonly<Record<string, StateClass>> = {
  ok: "healthy",
  hot1: "hot cell",
  hotn: "several hot cells",
  sub1: "one substring",
  sub2: "two substrings",
  open: "open module",
  open_string: "open string",
  missing: "missing",
  shade: "shadow",
  edge: "edge",
  soil: "soil",
};
/** The stated limit that a class has; the others are above any. */
const limitOf = {
  "hot cell": "hotspot_k",
  "several hot cells": "hotspot_k",
  "one substring": "substring_k",
  "two substrings": "substring_k",
  "open module": "module_k",
  "open string": "module_k",
} as const satisfies Partial<Record<StateClass, string>>;
const hasLimit = (state: StateClass): state is keyof typeof limitOf => state in limitOf;
/** Their value is that of their hottest part, the others' that of the whole module. */
const ofParts: ReadonlySet<string> = new Set(["hot1", "hotn", "sub1", "sub2"]);

const truthShape = z.object({
  irradiance: z.number(),
  shift_m: z.tuple([z.number(), z.number()]),
  modules: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      K: z.number().optional(),
      median_c: z.number().nullable(),
      peak_c: z.number().nullable(),
      healthy_c: z.number(),
    }),
  ),
});

/** @param out of the renderer, without the ending */
export async function modulesBench(plant: HandedPlant, out: string, classes: JudgedClasses) {
  const truth = truthShape.parse(JSON.parse(await readFile(`${out}.json`, "utf8")));
  const { irradiance, modules, shift_m } = truth;
  const found = await evaluated(plant, `${out}.tif`, [
    stated("irradiance", irradiance),
    stated("wind", WIND),
    stated("ambient", AMBIENT),
  ]);
  const place = placeOf(plant, found.log.registrations[0]!, shift_m);
  const byName = new Map(modules.map((one) => [one.name, one]));
  const weakest = weakestFaults(found.log);
  const weakest_k = weakestOf(difference.key, weakest);
  for (let row = 0; row < plant.geometry.count; row++) {
    const { kind, K = Infinity, ...own } = byName.get(plant.nameOf(row))!;
    const state = classOf[kind]!;
    const shown = ofParts.has(kind) ? own.peak_c : own.median_c;
    const kelvin = shown === null ? null : ((shown - own.healthy_c) * 1000) / irradiance;
    const limit = hasLimit(state) ? (weakest?.[limitOf[state]] ?? Infinity) : -Infinity;
    const isAbove = (K * 1000) / irradiance >= limit;
    judge(found, row, { state, kelvin, isAbove }, classes, weakest_k);
  }
  return place;
}

type Known = { readonly state: StateClass; readonly kelvin: number | null; isAbove: boolean };
const difference = keyFigureByKey("delta_t_normalised")!;
const findings = [...new Set(Object.values(keyOf))].filter((key) => key !== null);

function judge(
  { columns }: Evaluated,
  row: number,
  { state, kelvin, isAbove }: Known,
  classes: JudgedClasses,
  weakest_k: number | null,
): void {
  const one = judgedOf(classes, isAbove ? state : `${state} below the stated limit`);
  const isSaid = (key: string) => {
    const value = columns[key]?.[row] ?? 255;
    return value > 0 && value !== 255;
  };
  const validity = columns["module_inspection_validity"]?.[row];
  const isValid = validity === 0 || validity === 1;
  const key = keyOf[state];
  if (key === null) {
    if (isValid) one.healthy += 1;
    if (isValid && findings.some(isSaid)) one.wrong += 1;
  } else if (isAbove) {
    if (isSaid(key)) [one.ill, one.found] = [one.ill + 1, one.found + 1];
    else if (isValid) one.ill += 1;
    else one.open += 1;
  }
  const value = columns["delta_t_normalised"]?.[row] ?? NaN;
  const reach = columns["delta_t_uncertainty"]?.[row] ?? NaN;
  // All values count, also where the fault was not found: else the ones that are read too low are left out.
  if (kelvin === null || Number.isNaN(value)) return;
  one.values += 1;
  // An ill one in which nothing is seen is shown as "< 3.8 K", which is true of what is below.
  const shown = key === null ? null : limitToShow(difference, value, weakest_k);
  if (shown === null ? Math.abs(value - kelvin) <= reach : kelvin <= shown) one.covered += 1;
}
