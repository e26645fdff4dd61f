// One severity per module: every reader says the same of the same module, whatever its fault is.
import { expect, it } from "vitest";
import { MISSING_U8 } from "../column/column.ts";
import { severitiesOf, severityCountsOf } from "../column/column-severity.ts";
import type { Geometry } from "../component/component-index.ts";
import { findingsOf } from "../key-figure/finding.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { leadKeyFigure } from "../key-figure/lead.ts";
import { lossDefaults } from "../loss/loss-settings.ts";
import { lossSplit } from "../loss/loss-split.ts";
import { withAbnormality } from "./abnormality.ts";
import { flaggedFindings } from "./flagged-finding.ts";
import type { FindingColumns } from "./module/module-finding.ts";
import { sceneGeometry } from "./scene.fixture.ts";

/** A fault as its own key figure states it, and the class, severity and fault type that the module then has. */
const faults: readonly (readonly [
  key: string,
  value: number,
  difference: number,
  name: string,
  severity: number,
  type: string,
])[] = [
  ["open_string", 1, 3.4, "power_lost", 3, "open_string"],
  ["module_offline", 1, 3.2, "power_lost", 3, "open_circuit"],
  ["module_missing", 1, NaN, "power_lost", 3, "module_missing"],
  ["bypass_diode", 1, 3.1, "thermal_abnormality", 2, "substring_bypassed"],
  ["bypass_diode", 2, 3.1, "power_lost", 3, "substring_bypassed"],
  ["shading", 1, 0, "slight_abnormality", 1, "shading"],
  ["shading", 2, -1, "thermal_abnormality", 2, "shading"],
  ["vegetation", 2, 0, "thermal_abnormality", 2, "shading"],
  ["soiling_pattern", 2, 1, "slight_abnormality", 1, "soiling"],
  ["soiling_pattern", 3, 1, "thermal_abnormality", 2, "soiling"],
  ["soiling", 7, 0, "thermal_abnormality", 2, "soiling"],
  ["edge_heating", 1, 0.5, "slight_abnormality", 1, "warm_area"],
  ["hotspots", 4, 14, "safety_relevant", 3, "several_hotspots"],
  ["hotspots", 3, 14, "thermal_abnormality", 2, "hotspot"],
  ["hotspots", 3, 23, "safety_relevant", 3, "hotspot"],
  ["delta_t_normalised", 5, 5, "slight_abnormality", 1, "warm_area"],
];

const count = 40;
const geometry: Geometry = { ...sceneGeometry, count, parent: new Uint32Array(count) };
const lead = keyFigureByKey("class_of_abnormality")!;

/** Row r has fault r; the rest is healthy, but for one that was not measured. */
function columnsOf(): FindingColumns {
  const columns: FindingColumns = {
    delta_t_normalised: new Float32Array(count),
    soiling: new Float32Array(count).fill(4),
    power_loss: new Float32Array(count).fill(1),
  };
  for (const [row, [key, value, difference]] of faults.entries()) {
    columns["delta_t_normalised"]![row] = difference;
    const isMeasured = keyFigureByKey(key)!.kind === "f32";
    const own = (columns[key] ??= isMeasured ? new Float32Array(count) : new Uint8Array(count));
    own[row] = value;
  }
  // Dust that covers the whole module lies on all of them.
  columns["soiling_pattern"] = columns["soiling_pattern"]!.map((one) => (one === 0 ? 1 : one));
  columns["delta_t_normalised"]![count - 1] = NaN;
  return withAbnormality(columns);
}

it.each(faults.map((one, row) => [`${one[0]} ${one[1]}`, row] as const))(
  "every reader gives a module with %s the same severity",
  (_, row) => {
    const columns = columnsOf();
    const [, , , name, severity] = faults[row]!;
    const values = columns["class_of_abnormality"]!;
    const alone = new Uint8Array(count);
    alone[row] = 1;
    // The map and its legend: the class.
    expect(lead.classes.find(({ value }) => value === values[row])?.key).toBe(name);
    expect(severitiesOf(values, lead)[row]).toBe(severity);
    const type = keyFigureByKey("fault_type")!;
    const typed = type.classes.find(({ value }) => value === columns["fault_type"]![row]);
    expect(typed?.key).toBe(faults[row]![5]);
    // The headline and the report count it, Find and the report list it.
    const expected = [0, 1, 2, 3].map((one) => (one === severity ? 1 : 0));
    expect(severityCountsOf(values, lead, lead.limits, alone)).toEqual(expected);
    const found = findingsOf(values, lead, lead.limits, alone);
    expect([[...found.rows], found.counts[severity]]).toEqual([[row], 1]);
    // The loss split has what it loses among the findings.
    const split = lossSplit({
      technology: "photovoltaic",
      valuesOf: (key) => columns[key],
      factsOf: (key) => columns[key],
      existsOf: (type) => (type === "module" ? alone : new Uint8Array()),
      parentOf: () => geometry.parent,
      lead: { figure: lead, values, limits: lead.limits },
      plant: {
        nominal_capacity: (count * 500) / 1e6,
        modules: count,
        module_m2: null,
        mounting_type: null,
        module_inclination: null,
        settings: lossDefaults,
      },
      wiring: null,
    });
    expect([split.findings.count, split.others.count]).toEqual([1, 0]);
    // The review names a fault of this severity where it names one.
    const flagged = flaggedFindings(geometry, columns, {
      isUnsure: () => true,
      isJudged: () => true,
    }).find((one) => one.row === row);
    if (flagged) {
      const [figure] = Object.keys(columns)
        .map((key) => keyFigureByKey(key)!)
        .filter(({ id }) => id === flagged.key_figure_id);
      expect(severitiesOf(columns[figure!.key]!, figure!)[row]).toBe(severity);
    }
  },
);

it("stands for the survey, and healthy modules with light dust have no abnormality", () => {
  const columns = columnsOf();
  const ids = Object.keys(columns).map((key) => keyFigureByKey(key)!.id);
  expect(leadKeyFigure(ids.toSorted((a, b) => a - b))).toBe(lead);
  const rest = columns["class_of_abnormality"]!.slice(faults.length);
  expect(new Set(rest)).toEqual(new Set([1, MISSING_U8]));
  expect(rest.at(-1)).toBe(MISSING_U8);
});

it("says nothing of a survey without temperatures", () => {
  const columns = { shading: Uint8Array.of(0, 2) };
  expect(withAbnormality(columns)).toEqual(columns);
});
