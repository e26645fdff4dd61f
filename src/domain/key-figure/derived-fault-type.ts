// The fault type of components whose faults were stated, by rules that are exact; without one there is no type.
import { MISSING_U8, valueAt, type ColumnValues } from "../column/column.ts";
import type { ComponentType } from "../component/component.ts";
import { faultTypeFigureOf, moduleFaultTypes } from "./fault-type.ts";
import { keyFigureById, keyFigureByKey, type KeyFigure } from "./key-figure.ts";
import { severityOf } from "./severity.ts";

/** Type by class of the fault, or one whatever its value is. */
type Types = string | Readonly<Record<number, string>>;

type Rule = {
  /** Faults, in the order in which one of equal severity gives the type. */
  readonly faults: readonly (readonly [key: string, types: Types])[];
  /**
   * Judge the component as a whole, the first that is stated; `proves` where a good value with good faults means that
   * nothing is broken. Where it is worse than all of them, a fault that explains it gives the type, else `unexplained` does.
   */
  readonly whole: readonly (readonly [key: string, proves: boolean])[];
  readonly explaining: ReadonlySet<string>;
  /** The type of a component that is bad for no stated reason; null where that cannot be known. */
  readonly unexplained: string | null;
  /** Types that a component cannot have which is good as a whole: they are the heat that is judged, or need a component. */
  readonly ruledOut: ReadonlySet<string>;
};

/**
 * Light dust that covers the whole component lies on most of a plant, and is cleaned by rows: it is no fault of one. So it
 * is on modules, on mirrors and on assemblies, whose cleanliness is better the higher it is.
 */
const UNIFORM = 1;
const LIGHT = 1;
const LEAST_SOILING = keyFigureByKey("soiling")!.limits[1]!;
const LEAST_CLEANLINESS = keyFigureByKey("cleanliness")!.limits[1]!;

export function isDust(key: string, value: number): boolean {
  if (key === "soiling_pattern") return value === UNIFORM;
  if (key === "mirror_soiling") return value <= LIGHT;
  if (key === "cleanliness") return value > LEAST_CLEANLINESS;
  return key === "soiling" && value < LEAST_SOILING;
}

/** Faults that warm a module: each says what the heat is. */
export const warmingFaults: ReadonlySet<string> = new Set([
  "open_string",
  "module_offline",
  "bypass_diode",
  "hotspots",
  "junction_box",
  "diode_overheated",
  "interconnect_fault",
  "glass_breakage",
  "pid",
  "cell_cracking",
]);

const gas: Types = { 4: "gas", 1: "gas", 2: "hydrogen", 3: "air" };

const classOfModule = keyFigureByKey("class_of_abnormality")!;
const HEAT = "delta_t_normalised";

const rules: Partial<Record<ComponentType, Rule>> = {
  module: {
    faults: classOfModule
      .follows!.map((id) => keyFigureById(id)!.key)
      .filter((key) => key !== HEAT)
      .map((key) => [key, moduleFaultTypes[key]!]),
    // A module that is not warm may be broken all the same.
    whole: [
      [classOfModule.key, true],
      [HEAT, false],
    ],
    explaining: warmingFaults,
    unexplained: null,
    // Broken glass, a connection or a cell need not be warm; these are seen by their heat alone.
    ruledOut: new Set([
      "open_string",
      "open_circuit",
      "short_circuit",
      "substring_bypassed",
      "hotspot",
      "several_hotspots",
      "warm_area",
    ]),
  },
  absorber_tube: {
    faults: [
      ["missing_glass_tube", "glass_missing"],
      ["annulus_gas", gas],
      ["coating_degradation", "coating"],
      ["bellows_shield", "bellows_shield"],
      ["absorber_displacement", "displaced"],
    ],
    whole: [
      ["glass_tube_temperature", true],
      ["heat_loss_ratio", true],
      ["heat_loss", true],
    ],
    explaining: new Set(["missing_glass_tube", "annulus_gas", "coating_degradation"]),
    unexplained: "heat_loss",
    ruledOut: new Set(["glass_missing", "hydrogen", "air", "gas", "coating", "heat_loss"]),
  },
  mirror: {
    faults: [
      ["mirror_missing", "missing"],
      ["mirror_damage", { 1: "chipped", 2: "corroded", 3: "broken" }],
      ["mirror_alignment", "misaligned"],
      ["mirror_soiling", "soiled"],
    ],
    whole: [["mirror_damage", true]],
    explaining: new Set(),
    unexplained: null,
    ruledOut: new Set(["missing"]),
  },
  tracker: {
    faults: [
      ["tracker_stuck", { 1: "deviating", 2: "stuck" }],
      ["tracker_angle_deviation", "deviating"],
      ["tracker_torsion", "twisted"],
    ],
    whole: [
      ["tracker_angle_deviation", true],
      ["tracker_stuck", true],
    ],
    explaining: new Set(),
    unexplained: null,
    ruledOut: new Set(),
  },
  sca: {
    faults: [
      ["htf_leak", "leak"],
      ["tracking_state", { 1: "deviating", 2: "defocused", 3: "stuck" }],
      ["tracking_deviation", "deviating"],
      ["torsion", "twisted"],
      ["friction", "friction"],
      ["cleanliness", "soiled"],
    ],
    whole: [
      ["tracking_deviation", true],
      ["tracking_state", true],
    ],
    explaining: new Set(),
    unexplained: null,
    ruledOut: new Set(),
  },
};

/** A judge of one row or one fault of it: its severity and, of a fault, the type that it gives. */
type Judge = { readonly key: string; readonly severityAt: (row: number) => number | null };

/** Key figures from which the fault types of this component type follow; none where it has no rule. */
export function causesOfFaultType(type: ComponentType): readonly KeyFigure[] {
  const rule = rules[type];
  if (!rule) return [];
  const keys = [...rule.faults.map(([key]) => key), ...rule.whole.map(([key]) => key)];
  return [...new Set(keys)].map((key) => keyFigureByKey(key)!);
}

/** The key figures of which a good value, with good faults, says that nothing is broken. */
export function provingFigures(type: ComponentType): readonly KeyFigure[] {
  const whole = rules[type]?.whole ?? [];
  return whole.flatMap(([key, proves]) => (proves ? [keyFigureByKey(key)!] : []));
}

/**
 * The key figures that can say whether a component has a fault of this type: those that give the type, and those that
 * judge the whole where a good one cannot have it. What none of them has measured is not known to be gone.
 * @param fault_type its class
 */
export function measuresOfFaultType(type: ComponentType, fault_type: number): readonly KeyFigure[] {
  const rule = rules[type];
  const name = faultTypeFigureOf(type)?.classes.find(({ value }) => value === fault_type)?.key;
  if (!rule || name === undefined) return [];
  const whole = rule.ruledOut.has(name) ? provingFigures(type) : [];
  return [...new Set([...givingFigures(type, fault_type), ...whole])];
}

/**
 * The key figures of which a bad value gives a component this fault type, the plainest first; those that judge the whole
 * where no fault explains what they show. Empty for a fault without a name.
 * @param fault_type its class
 */
export function givingFigures(type: ComponentType, fault_type: number): readonly KeyFigure[] {
  const rule = rules[type];
  const name = faultTypeFigureOf(type)?.classes.find(({ value }) => value === fault_type)?.key;
  if (!rule || name === undefined) return [];
  const isGiven = (types: Types) =>
    typeof types === "string" ? types === name : Object.values(types).includes(name);
  const given = rule.faults.flatMap(([key, types]) => (isGiven(types) ? [key] : []));
  const isHeat = type === "module" && isGiven(moduleFaultTypes[HEAT]!);
  const whole = rule.unexplained === name ? rule.whole.map(([key]) => key) : [];
  const keys = new Set([...given, ...(isHeat ? [HEAT] : []), ...whole]);
  return [...keys].map((key) => keyFigureByKey(key)!);
}

/**
 * The fault types that follow exactly from stated values, judged by the limits of the catalogue.
 * @param valuesOf the values by row of a key figure; undefined where the analysis has none
 * @param count rows of the component type
 * @returns a class of the fault type by row, MISSING_U8 where nothing follows; null for a type without fault types
 */
export function derivedFaultTypes(
  type: ComponentType,
  count: number,
  valuesOf: (keyFigure: KeyFigure) => ColumnValues | undefined,
): Uint8Array | null {
  const rule = rules[type];
  const figure = faultTypeFigureOf(type);
  if (!rule || !figure) return null;
  const numberOf = (key: string | null | undefined) =>
    figure.classes.find((one) => one.key === key)?.value ?? MISSING_U8;
  const judgesOf = (key: string): Judge[] => {
    const keyFigure = keyFigureByKey(key)!;
    const values = valuesOf(keyFigure);
    if (!values) return [];
    const severityAt = (row: number) => {
      const value = valueAt(values, row);
      if (Number.isNaN(value)) return null;
      return isDust(key, value) ? 0 : severityOf(keyFigure, value);
    };
    return [{ key, severityAt }];
  };
  const faults = rule.faults.flatMap(([key, types]) =>
    judgesOf(key).map((judge) => {
      const values = valuesOf(keyFigureByKey(key)!)!;
      const typeAt = (row: number) =>
        numberOf(typeof types === "string" ? types : types[valueAt(values, row)]);
      return { ...judge, typeAt };
    }),
  );
  const wholes = rule.whole.flatMap(([key, proves]) =>
    judgesOf(key).map((judge) => ({ ...judge, proves })),
  );
  const [none, unexplained] = [numberOf("none"), numberOf(rule.unexplained)];
  const found = new Uint8Array(count).fill(MISSING_U8);
  for (let row = 0; row < count; row += 1) {
    let [severity, fault] = [0, MISSING_U8];
    let explained: number | null = null;
    for (const { key, severityAt, typeAt } of faults) {
      const own = severityAt(row) ?? 0;
      if (own > 0 && rule.explaining.has(key)) explained ??= typeAt(row);
      if (own > severity) [severity, fault] = [own, typeAt(row)];
    }
    const whole = wholes.find(({ severityAt }) => severityAt(row) !== null);
    const judged = whole?.severityAt(row) ?? 0;
    if (judged > severity) found[row] = explained ?? unexplained;
    else if (severity > 0) found[row] = fault;
    else if (whole?.proves) found[row] = none;
  }
  return found;
}
