// The fault type of a component: what its worst fault is, in the words of a work list.
import { valueAt, type ColumnValues } from "../column/column.ts";
import type { ComponentType } from "../component/component.ts";
import { classesFrom, classified, type KeyFigure } from "./key-figure-shape.ts";

/**
 * Class of the fault type by key figure and class of the fault. A measured fault has one type whatever its value is.
 * Faults of one kind of work are one type: a bypass diode that is hot and one that conducts are both seen to at the
 * junction box.
 */
export const moduleFaultTypes: Readonly<Record<string, string | Readonly<Record<number, string>>>> =
  {
    module_missing: { 1: "module_missing", 2: "open_or_missing" },
    open_string: "open_string",
    module_offline: { 1: "open_circuit", 2: "short_circuit" },
    bypass_diode: "substring_bypassed",
    glass_breakage: "glass_broken",
    junction_box: "connection",
    diode_overheated: "connection",
    interconnect_fault: "connection",
    hotspots: { 1: "hotspot", 3: "hotspot", 2: "several_hotspots", 4: "several_hotspots" },
    pid: "cell_damage",
    cell_cracking: "cell_damage",
    shading: "shading",
    vegetation: "shading",
    soiling_pattern: "soiling",
    soiling: "soiling",
    edge_heating: "warm_area",
    delta_t_normalised: "warm_area",
  };

export const faultTypeKeyFigure: KeyFigure = classified({
  technology: "photovoltaic",
  component_type: "module",
  id: 92,
  key: "fault_type",
  direction: "neutral",
  ranked_by: 36,
  classes: classesFrom(
    0,
    ["none", 0],
    ["open_string", 3],
    ["module_missing", 3],
    ["open_or_missing", 3],
    ["open_circuit", 3],
    ["short_circuit", 3],
    ["substring_bypassed", 2],
    ["glass_broken", 3],
    ["connection", 2],
    ["several_hotspots", 2],
    ["hotspot", 2],
    ["cell_damage", 2],
    ["shading", 1],
    ["soiling", 1],
    ["warm_area", 1],
  ),
  source:
    "The worst fault of the module; of equally severe ones the one that says most plainly what is broken",
});

const valueOf = new Map(faultTypeKeyFigure.classes.map(({ key, value }) => [key, value]));
export const NO_FAULT = valueOf.get("none")!;

/**
 * Class number of the fault type.
 * @param key key figure of the fault
 * @param value its class or value
 * @throws RangeError for a key figure that is no fault
 */
export function faultTypeOf(key: string, value: number): number {
  const known = moduleFaultTypes[key];
  const type = typeof known === "object" ? known[value] : known;
  const found = valueOf.get(type ?? "");
  if (found === undefined) throw new RangeError(`${key} ${value} is no fault type`);
  return found;
}

const trough = { technology: "parabolic_trough", direction: "neutral" } as const;
const SOURCE =
  "The worst fault of the component; of equally severe ones the one that says most plainly what is broken";

const tubeFaultType = classified({
  ...trough,
  component_type: "absorber_tube",
  id: 93,
  key: "tube_fault_type",
  ranked_by: 4,
  classes: classesFrom(
    0,
    ["none", 0],
    ["glass_missing", 3],
    ["hydrogen", 3],
    ["air", 3],
    ["gas", 2],
    ["coating", 2],
    ["bellows_shield", 2],
    ["displaced", 2],
    ["heat_loss", 2],
  ),
  source: SOURCE,
});

const mirrorFaultType = classified({
  ...trough,
  component_type: "mirror",
  id: 94,
  key: "mirror_fault_type",
  classes: classesFrom(
    0,
    ["none", 0],
    ["missing", 3],
    ["broken", 3],
    ["corroded", 2],
    ["misaligned", 2],
    ["chipped", 1],
    ["soiled", 1],
  ),
  source: SOURCE,
});

const trackerFaultType = classified({
  technology: "photovoltaic",
  direction: "neutral",
  component_type: "tracker",
  id: 95,
  key: "tracker_fault_type",
  classes: classesFrom(0, ["none", 0], ["stuck", 3], ["deviating", 2], ["twisted", 2]),
  source: SOURCE,
});

const scaFaultType = classified({
  ...trough,
  component_type: "sca",
  id: 96,
  key: "sca_fault_type",
  classes: classesFrom(
    0,
    ["none", 0],
    ["leak", 3],
    ["stuck", 3],
    ["defocused", 2],
    ["deviating", 2],
    ["twisted", 2],
    ["friction", 1],
    ["soiled", 1],
  ),
  source: SOURCE,
});

/** The class of the fault type at a row; null where it names no fault. @param values of a fault type, by row */
export function namedFaultAt(values: ColumnValues, row: number): number | null {
  const value = valueAt(values, row);
  return value !== value || value === NO_FAULT ? null : value;
}

/** One per component type that has fault types. */
export const faultTypeKeyFigures: readonly KeyFigure[] = [
  faultTypeKeyFigure,
  tubeFaultType,
  mirrorFaultType,
  trackerFaultType,
  scaFaultType,
];

/** The fault type of this component type; undefined where it has none. */
export function faultTypeFigureOf(type: ComponentType): KeyFigure | undefined {
  return faultTypeKeyFigures.find(({ component_type }) => component_type === type);
}
