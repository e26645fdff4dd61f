// What the measured modules of a survey cost: the key figures of loss, from the faults that were found.
import { MISSING_U8 } from "../column/column.ts";
import type { Geometry } from "../component/component-index.ts";
import { moduleLosses, type Wiring } from "../loss/module-loss.ts";
import type { FindingColumns } from "./module-finding.ts";

/**
 * @param rated_w power of one module
 * @returns nothing where no faults were judged, for lack of an irradiance
 */
export function moduleLossColumns(
  geometry: Geometry,
  found: FindingColumns,
  wiring: Wiring,
  rated_w: number,
): FindingColumns {
  const { open_string: open, module_missing: missing } = found;
  if (!open || !missing) return {};
  const { bypass_diode: bypassed, module_offline: offline } = found;
  const losses = moduleLosses(geometry, { bypassed, open, offline, missing }, wiring);
  const share = new Float32Array(geometry.count).fill(NaN);
  const power = new Float32Array(geometry.count).fill(NaN);
  for (let row = 0; row < geometry.count; row++) {
    if (missing[row] === MISSING_U8) continue;
    share[row] = 100 * losses[row]!;
    power[row] = rated_w * losses[row]!;
  }
  return { performance_loss: share, power_loss: power };
}
