// Findings with images of a photovoltaic analysis: the worst modules of each kind of fault.
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { reader, worstRows, type Finding, type ReadValue } from "../finding.ts";
import { photovoltaicLevels } from "./module-place.ts";
import { thermalModule, visibleModule, type ModuleScene } from "./module-image.ts";
import type { AnalysisColumns, AnalysisConditions } from "../analysis.ts";

/** Faults that get images: key figure, class, and number of modules. */
const shownFaults: readonly (readonly [key: string, value: number, most: number])[] = [
  ["hotspots", 4, 4],
  ["hotspots", 3, 2],
  ["bypass_diode", 2, 2],
  ["bypass_diode", 1, 3],
  ["open_string", 1, 2],
  ["module_offline", 1, 1],
  ["module_offline", 2, 1],
  ["glass_breakage", 1, 2],
  ["junction_box", 2, 2],
  ["pid", 2, 1],
  ["cell_cracking", 2, 1],
  ["vegetation", 2, 1],
  ["soiling_pattern", 3, 1],
];

export function moduleFindings(
  draft: TwinDraft,
  columns: AnalysisColumns,
  conditions: AnalysisConditions,
): Finding[] {
  const { count } = photovoltaicLevels(draft).module;
  const value = reader(columns);
  const rows = new Set(
    shownFaults.flatMap(([key, wanted, most]) =>
      worstRows(count, most, (row) =>
        value(key, row) === wanted ? value("delta_t_normalised", row) : NaN,
      ),
    ),
  );
  return [...rows].map((row) => {
    const scene = sceneOf(value, row, conditions);
    return {
      component_type: "module",
      row,
      thermal: () => thermalModule(scene),
      visible: () => visibleModule(scene),
    };
  });
}

export function sceneOf(
  value: ReadValue,
  row: number,
  conditions: AnalysisConditions,
): ModuleScene {
  const isHot = value("hotspots", row) > 0;
  const irradiance = conditions.dni / 1000;
  const vegetation = value("vegetation", row);
  const pid = value("pid", row);
  return {
    seed: row,
    temperature: value("module_temperature", row),
    ambient: conditions.ambient,
    // The key figure is scaled to 1,000 W/m²; the image shows the actual irradiance.
    hotCellExcess: isHot ? value("delta_t_normalised", row) * irradiance : 0,
    hotCells: isHot ? Math.max(1, value("hot_cell_count", row)) : 0,
    bypassed: value("bypass_diode", row),
    isIdle: value("open_string", row) === 1 || value("module_offline", row) > 0,
    pid: pid === 2 ? 2 : pid === 1 ? 1 : 0,
    junctionBoxExcess: [0, 10, 24][value("junction_box", row)] ?? 0,
    isBroken: value("glass_breakage", row) === 1,
    isCracked: value("cell_cracking", row) > 0,
    vegetation: vegetation === 2 ? 2 : vegetation === 1 ? 1 : 0,
    hasDroppings: value("soiling_pattern", row) === 3,
    soiling: value("soiling", row) / 100,
  };
}
