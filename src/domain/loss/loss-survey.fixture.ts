// Made-up surveys of losses: modules with strings, and a trough plant.
import type { Geometry } from "../component/component-index.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { lossDefaults, type LossSettings } from "./loss-settings.ts";
import type { LossSurvey } from "./loss-split.ts";

/** Megawatts of all modules of a survey below. */
export const CAPACITY = 1.4;

function random(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const none = new Uint8Array();
export const settings = { ...lossDefaults, tariff: 75, degradation_percent: 0.7, age_years: 6 };

function geometry(type: Geometry["type"], count: number, perParent: number): Geometry {
  const zeros = () => new Float32Array(count);
  return {
    type,
    count,
    parent: Uint32Array.from({ length: count }, (_, row) => Math.floor(row / perParent)),
    centreX: Float32Array.from({ length: count }, (_, row) => row % perParent),
    centreY: zeros(),
    length: zeros().fill(2),
    width: zeros().fill(1),
    rotation: zeros(),
    height: zeros(),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: zeros(),
  };
}

type Columns = Record<string, Float32Array | Uint8Array>;
type Survey = LossSurvey & { readonly geometryOf: (type: Geometry["type"]) => Geometry };

function surveyOf(
  technology: LossSurvey["technology"],
  geometries: readonly Geometry[],
  columns: Columns,
  lead: string,
  own: LossSettings = settings,
): Survey {
  const byType = new Map(geometries.map((one) => [one.type, one]));
  const figure = keyFigureByKey(lead)!;
  const exists = (type: Geometry["type"]) => new Uint8Array(byType.get(type)?.count ?? 0).fill(1);
  return {
    technology,
    valuesOf: (key) => columns[key],
    factsOf: (key) => columns[key],
    existsOf: exists,
    parentOf: (type) => byType.get(type)?.parent ?? none,
    geometryOf: (type) => byType.get(type)!,
    lead: { figure, values: columns[lead]!, limits: figure.limits },
    plant: {
      nominal_capacity: CAPACITY,
      modules: byType.get("module")?.count ?? 0,
      module_m2: null,
      mounting_type: null,
      module_inclination: null,
      settings: own,
    },
    wiring: technology === "photovoltaic" ? stated : null,
  };
}

const stated = { source: "stated", modules_per_string: 28, strings_per_tracker: 24 } as const;

/** Modules of one tracker with these columns. */
export function tables(count: number, columns: Columns, own: LossSettings): Survey {
  const levels = [geometry("tracker", 1, 1), geometry("module", count, count)];
  return surveyOf("photovoltaic", levels, columns, "power_loss", own);
}

export function modules(seed: number): Survey {
  const count = 2800;
  const next = random(seed);
  const classes = new Uint8Array(count).fill(1);
  const [bypass_diode, open_string] = [new Uint8Array(count), new Uint8Array(count)];
  const [soiling, power_loss] = [new Float32Array(count), new Float32Array(count)];
  const rated = (CAPACITY * 1e6) / count;
  for (let row = 0; row < count; row++) {
    const isOpen = Math.floor(row / 28) % 13 === 4;
    const substrings = next() < 0.05 ? 1 + Math.floor(next() * 2) : 0;
    if (isOpen) open_string[row] = 1;
    else bypass_diode[row] = substrings;
    soiling[row] = next() < 0.9 ? next() * 8 : NaN;
    const fault = isOpen ? 1 : substrings / 3;
    if (fault > 0) classes[row] = 2 + Math.floor(next() * 2);
    const dust = soiling[row]! > 0 ? soiling[row]! / 100 : 0;
    power_loss[row] = next() < 0.97 ? rated * (1 - (1 - fault) * (1 - dust)) : NaN;
  }
  const columns = { class_of_abnormality: classes, bypass_diode, open_string, soiling, power_loss };
  return surveyOf("photovoltaic", [geometry("module", count, 28)], columns, "class_of_abnormality");
}

export function trough(seed: number): Survey {
  const next = random(seed);
  const tubes = 1440;
  const columns: Columns = {
    glass_tube_temperature: Uint8Array.from({ length: tubes }, () => 1 + Math.floor(next() * 5)),
    tube_energy_loss: Float32Array.from({ length: tubes }, () => (next() < 0.1 ? NaN : next() * 9)),
    optical_energy_loss: Float32Array.from({ length: 40 }, () => next() * 100),
    cleanliness: Float32Array.from({ length: 40 }, () => 88 + next() * 14),
    intercept_factor: Float32Array.from({ length: 480 }, () => 80 + next() * 20),
    missing_mirror_area: Float32Array.from({ length: 480 }, () => (next() < 0.2 ? 3.6 : 0)),
  };
  const levels = [
    geometry("sca", 40, 4),
    geometry("sce", 480, 12),
    geometry("absorber_tube", tubes, 3),
  ];
  return surveyOf("parabolic_trough", levels, columns, "glass_tube_temperature");
}
