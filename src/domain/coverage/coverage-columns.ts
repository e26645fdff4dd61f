// The coverage of one type of components as columns, by the keys of their key figures.
import { MISSING_U8, type ColumnValues } from "../column/column.ts";
import type { Geometry } from "../component/component-index.ts";
import { coverageRules, type CoveredType } from "./coverage-rule.ts";
import type { SurveyCoverage } from "./survey-coverage.ts";

/** Classes of the glint. */
const NONE = 0;
const IN_SOME = 1;
const IN_ALL = 2;

/** Removed components have no value; unseen ones have 0 looks and no distance. */
export function coverageColumns(
  type: CoveredType,
  { count, length }: Pick<Geometry, "count" | "length">,
  { verdict, looks, gsd_cm, angle_deg, glints }: SurveyCoverage,
): Record<string, ColumnValues> {
  const { prefix } = coverageRules[type];
  const classes = verdict.slice();
  const counts = Float32Array.from(looks);
  const glint = new Uint8Array(count).fill(MISSING_U8);
  for (let row = 0; row < count; row++) {
    if (length[row] === 0) {
      classes[row] = MISSING_U8;
      counts[row] = NaN;
    }
    const seen = looks[row]!;
    if (seen > 0) glint[row] = glints[row] === 0 ? NONE : glints[row]! < seen ? IN_SOME : IN_ALL;
  }
  return {
    [`${prefix}_coverage`]: classes,
    [`${prefix}_looks`]: counts,
    [`${prefix}_ground_sampling_distance`]: gsd_cm,
    [`${prefix}_view_angle`]: angle_deg,
    // How mirrors reflect the sun says nothing of what an image shows of them.
    ...(type === "mirror" ? {} : { [`${prefix}_glint`]: glint }),
  };
}
