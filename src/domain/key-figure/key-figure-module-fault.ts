// Key figures of photovoltaic modules: the faults that images show.
import { classesFrom, classified, measured, type KeyFigure } from "./key-figure-shape.ts";

const module = { technology: "photovoltaic", component_type: "module" } as const;

const HI_ERN = "HI-ERN defect vocabulary (PV-Hawk)";
const LOSS = "loss table of Sitemark and imec: one or two bypassed substrings cost 1/3 or 2/3";

export const moduleFaultKeyFigures: readonly KeyFigure[] = [
  classified({
    ...module,
    id: 35,
    key: "class_of_abnormality",
    ranked_by: 36,
    judged_by: 36,
    named_by: 92,
    // What says the fault most plainly comes first: missing, open, bypassed, broken, hot, shaded, soiled.
    follows: [59, 41, 42, 40, 47, 45, 38, 44, 53, 43, 46, 48, 49, 51, 50, 52, 36],
    // In the order of their severity. The standard has 1 to 3; 4 and 5 keep those numbers.
    classes: [
      { value: 1, key: "no_abnormality", severity: 0 },
      { value: 4, key: "slight_abnormality", severity: 1 },
      { value: 2, key: "thermal_abnormality", severity: 2 },
      { value: 3, key: "safety_relevant", severity: 3 },
      { value: 5, key: "power_lost", severity: 3 },
    ],
    source:
      "The worst fault of the module. IEC TS 62446-3:2017, classes of abnormality 1 to 3; 4 to 10 K is slight (4), 10 to 20 K class 2, power lost without such heat 5 (our limits)",
  }),
  measured({
    ...module,
    id: 36,
    key: "delta_t_normalised",
    unit: "K",
    direction: "higher_is_worse",
    limits: [4, 10, 20],
    range: [-30, 200],
    step: 0.1,
    // Between two surveys: irradiance (5 %) and camera (0.5 K) of each. That of one value says what differs in one survey.
    uncertainty: { absolute: 1, relative: 0.1 },
    uncertainty_by: 68,
    notable_change: 5,
    ramp: "inferno",
    source:
      "(T_defect - T_neighbours) x 1,000 / irradiance; recorded above 4 K, bands at 10 and 20 K (vendors’ practice, not IEC)",
  }),
  measured({
    ...module,
    id: 37,
    key: "module_temperature",
    unit: "°C",
    direction: "neutral",
    limits: [],
    range: [-40, 250],
    step: 0.1,
    ramp: "inferno",
    expert: true,
    source: "Median temperature of the module, emissivity 0.90",
  }),
  classified({
    ...module,
    id: 38,
    key: "hotspots",
    classes: classesFrom(
      0,
      ["none", 0],
      ["single_cell_below_10_k", 1],
      ["several_cells_below_10_k", 1],
      ["single_cell_above_10_k", 2],
      ["several_cells_above_10_k", 3],
    ),
    source: `${HI_ERN}: Ze, Zm, Ze+, Zm+`,
  }),
  measured({
    ...module,
    id: 39,
    key: "hot_cell_count",
    unit: "",
    direction: "higher_is_worse",
    limits: [1, 3, 6],
    range: [0, 200],
    step: 1,
    ramp: "batlow",
    source: `Cells more than 4 K above the module’s median; ${HI_ERN}`,
  }),
  classified({
    ...module,
    id: 40,
    key: "bypass_diode",
    classes: classesFrom(
      0,
      ["none", 0],
      ["one_substring", 2],
      ["two_substrings", 3],
      ["three_substrings", 3],
    ),
    source: `Substrings bypassed; ${LOSS}`,
  }),
  classified({
    ...module,
    id: 41,
    key: "open_string",
    classes: classesFrom(0, ["connected", 0], ["open", 3]),
    source: `${HI_ERN}: string 3 to 5 K warmer as a whole (Msh)`,
  }),
  classified({
    ...module,
    id: 42,
    key: "module_offline",
    classes: classesFrom(0, ["producing", 0], ["open_circuit", 3], ["short_circuit", 3]),
    source: `${HI_ERN}: whole module more than 3 K warmer (Mh) or patchwork above 10 K (Mp)`,
  }),
  classified({
    ...module,
    id: 43,
    key: "pid",
    classes: classesFrom(0, ["none", 0], ["suspected", 1], ["confirmed", 2]),
    source: `${HI_ERN}: Mpid, Ppid; averaged loss 20%`,
  }),
  classified({
    ...module,
    id: 44,
    key: "diode_overheated",
    classes: classesFrom(0, ["normal", 0], ["overheated", 2]),
    source: `${HI_ERN}: D`,
  }),
  classified({
    ...module,
    id: 45,
    key: "junction_box",
    classes: classesFrom(0, ["normal", 0], ["warm", 1], ["hot", 3]),
    source: "Recorded above 7 K (Above Surveying); hot above 20 K",
  }),
  classified({
    ...module,
    id: 46,
    key: "cell_cracking",
    classes: classesFrom(0, ["none", 0], ["suspected", 1], ["cracked", 2]),
    source: "RaptorMaps InfraredSolarModules: Cracking",
  }),
  classified({
    ...module,
    id: 47,
    key: "glass_breakage",
    classes: classesFrom(0, ["intact", 0], ["broken", 3]),
    source: `${HI_ERN}: G`,
  }),
  classified({
    ...module,
    id: 48,
    key: "shading",
    classes: classesFrom(0, ["none", 0], ["row_to_row", 1], ["object", 2]),
    source: `${HI_ERN}: V; RaptorMaps: Shadowing`,
  }),
  classified({
    ...module,
    id: 49,
    key: "vegetation",
    classes: classesFrom(0, ["none", 0], ["near", 1], ["covering", 2]),
    source: "RaptorMaps InfraredSolarModules: Vegetation",
  }),
];
