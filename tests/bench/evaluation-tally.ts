// What an evaluation says of components whose state is known: recall, precision, bias, RMS and coverage by class.
import type { FindingColumns } from "../../src/domain/evaluation/module/module-finding.ts";
import type { Report } from "./report.ts";

/** Key figure that says so, by class of state; no one may say anything of a healthy module. */
export const keyOf = {
  "hot cell": "hotspots",
  "several hot cells": "hotspots",
  "one substring": "bypass_diode",
  "two substrings": "bypass_diode",
  "open module": "module_offline",
  "open string": "open_string",
  missing: "module_missing",
  shadow: "shading",
  soil: "soiling_pattern",
  edge: "edge_heating",
  healthy: null,
} as const;
export type StateClass = keyof typeof keyOf;
const keys = [...new Set(Object.values(keyOf))].filter((key) => key !== null);

export type KnownState = {
  readonly state: StateClass;
  /** Named apart from others of its class: "hot cell, 3 and 5 K". */
  readonly name: string;
  /** K at 1000 W/m2 over healthy neighbours; null where it has none. */
  readonly kelvin: number | null;
};

type Tally = {
  readonly state: StateClass;
  count: number;
  found: number;
  /** Others of which it is said. */
  wrong: number;
  /** Differences of the values from the truth, in K at 1000 W/m2, and how many of them are inside the interval. */
  readonly errors: number[];
  covered: number;
};
export type Tallies = Map<string, Tally>;

/** Adds one survey. `truth` by row. */
export function addSurvey(
  tallies: Tallies,
  truth: readonly KnownState[],
  columns: FindingColumns,
): void {
  const isSaid = (key: string, row: number) => {
    const value = columns[key]?.[row];
    return value !== undefined && value > 0 && value !== 255;
  };
  for (const { name, state } of truth)
    if (!tallies.has(name))
      tallies.set(name, { state, count: 0, found: 0, wrong: 0, errors: [], covered: 0 });
  for (const [row, { name, state, kelvin }] of truth.entries()) {
    const tally = tallies.get(name)!;
    const own = keyOf[state];
    tally.count += 1;
    if (own === null ? !keys.some((key) => isSaid(key, row)) : isSaid(own, row)) tally.found += 1;
    for (const [other, one] of tallies) {
      const key = keyOf[one.state];
      if (other !== name && key !== null && key !== own && isSaid(key, row)) one.wrong += 1;
    }
    const value = columns["delta_t_normalised"]?.[row] ?? NaN;
    if (kelvin === null || Number.isNaN(value)) continue;
    tally.errors.push(value - kelvin);
    const reach = columns["delta_t_uncertainty"]?.[row] ?? NaN;
    if (Math.abs(value - kelvin) <= reach) tally.covered += 1;
  }
}

const percent = (part: number, of: number) => (of === 0 ? "–" : ((100 * part) / of).toFixed(0));

/** One row for each class. */
export function reportTallies(
  report: Report,
  tallies: Tallies,
  where: string,
  none: string = "none said",
): void {
  for (const [name, { state, count, found, wrong, errors, covered }] of tallies) {
    const mean = errors.reduce((sum, one) => sum + one, 0) / errors.length;
    const square = Math.sqrt(errors.reduce((sum, one) => sum + one ** 2, 0) / errors.length);
    const values =
      errors.length === 0
        ? []
        : [
            `bias ${mean.toFixed(2)} K, RMS ${square.toFixed(2)} K, ${percent(covered, errors.length)} % of ${errors.length} in their interval`,
          ];
    const said = found + wrong;
    const precision =
      state === "healthy"
        ? [`${count - found} of ${count} with a finding`]
        : [said === 0 ? none : `precision ${percent(found, said)} % of ${said}`];
    report({
      name: `${name}; ${where}: ${state === "healthy" ? "without a finding" : "recall"}`,
      unit: "%",
      ours: (100 * found) / count,
      baseline: "injected",
      theirs: null,
      note: [...precision, ...values].join("; "),
    });
  }
}
