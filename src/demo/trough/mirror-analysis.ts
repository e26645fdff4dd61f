// Synthetic analysis of mirrors: breakage by wind and age, soiling by place.
import { roundToStep } from "../../domain/key-figure/severity.ts";
import { gaussian, hashed } from "../random.ts";
import {
  addColumn,
  lostLightUncertainty,
  middlesOf,
  type AnalysisColumns,
  type AnalysisConditions,
} from "../analysis.ts";
import { scaOf, type TroughLevels } from "./trough-levels.ts";
import type { ScaState } from "./collector-state.ts";

/** Mirror damage classes 0 to 3; 4 for a missing mirror. */
type Damage = 0 | 1 | 2 | 3 | 4;

/**
 * The columns of the mirrors, and the share (0 to 1) of each collector element's aperture without a working
 * mirror.
 */
export function analyseMirrors(
  levels: TroughLevels,
  assemblies: readonly ScaState[],
  conditions: AnalysisConditions,
): { columns: AnalysisColumns; missingShare: Float64Array } {
  const { seed, flight } = conditions;
  const { mirror, sce } = levels;
  const perSce = mirror.count / sce.count;
  const { x } = middlesOf(mirror);
  let west = Infinity;
  let east = -Infinity;
  for (const at of x) {
    west = Math.min(west, at);
    east = Math.max(east, at);
  }
  const damage = Array.from({ length: mirror.count }, (_, row): Damage => {
    const edge = Math.min((x[row] ?? 0) - west, east - (x[row] ?? 0));
    return damageOf(conditions, row, edge);
  });
  const missingShare = new Float64Array(sce.count);
  for (const [row, kind] of damage.entries()) {
    if (kind < 3) continue;
    const element = mirror.parent[row] ?? 0;
    // A broken mirror still reflects with half of its area.
    missingShare[element] = (missingShare[element] ?? 0) + (kind === 4 ? 1 : 0.5) / perSce;
  }
  const columns: AnalysisColumns = new Map();
  const isMissing = (row: number) => damage[row] === 4;
  addColumn(columns, "mirror_damage", mirror.count, (row) =>
    isMissing(row) ? NaN : (damage[row] ?? 0),
  );
  addColumn(columns, "mirror_missing", mirror.count, (row) => (isMissing(row) ? 1 : 0));
  /** Per cent of a clean mirror's reflectance. The class is that of the stated value, so both say the same. */
  const cleanlinessOf = (row: number): number => {
    const assembly = assemblies[scaOf(levels, "mirror", row)];
    // The outer ones of four mirrors across are low in stow position and collect more dust.
    const isOuter = row % 4 === 0 || row % 4 === 3;
    const clean = (assembly?.cleanliness ?? 1) * 100 - (isOuter ? 1 : -0.5);
    const noisy = clean + (hashed(seed + flight, 61, row) - 0.5) * 2.4;
    return roundToStep({ step: 0.1 }, Math.min(100, noisy));
  };
  const addClean = (key: string, valueOf: (clean: number, row: number) => number) =>
    addColumn(columns, key, mirror.count, (row) =>
      isMissing(row) ? NaN : valueOf(cleanlinessOf(row), row),
    );
  addClean("mirror_soiling", soilingClass);
  addClean("mirror_cleanliness", (clean) => clean);
  addClean("mirror_cleanliness_uncertainty", (clean, row) =>
    lostLightUncertainty(100 - clean, hashed(seed + flight, 66, row)),
  );
  addColumn(columns, "mirror_alignment", mirror.count, (row) =>
    isMissing(row) ? NaN : gaussian(seed, 62, row) * (hashed(seed, 63, row) < 0.008 ? 4 : 0.9),
  );
  return { columns, missingShare };
}

function damageOf({ seed, year }: AnalysisConditions, row: number, edge: number): Damage {
  const chance = hashed(seed, 64, row);
  // Wind breaks mirrors at the field's edge; inside, stones and washing do.
  const breakRate = 0.00009 + 0.0011 * Math.exp(-edge / 25);
  if (chance < 1 - Math.exp(-breakRate * year)) return chance < 0.4 * breakRate * year ? 4 : 3;
  const wear = hashed(seed, 65, row);
  if (wear < 0.0004 * year) return 2;
  return wear < 0.0011 * year ? 1 : 0;
}

/** Mirror soiling class by cleanliness in %; a value at a limit has reached it. */
function soilingClass(cleanliness: number): number {
  if (cleanliness > 97) return 0;
  if (cleanliness > 94) return 1;
  return cleanliness > 90 ? 2 : 3;
}
