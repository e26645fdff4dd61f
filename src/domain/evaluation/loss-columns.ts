// What the measured modules of a survey cost: the key figures of loss, from the faults that were found.
import { MISSING_U8, valueAt } from "../column/column.ts";
import type { Geometry } from "../component/component-index.ts";
import { moduleLosses } from "../loss/module-loss.ts";
import type { StatedWiring } from "../loss/wiring.ts";
import type { FindingColumns } from "./module/module-finding.ts";

/**
 * Loss of each measured module in per cent and in W, what the other modules of its string lose by it, and the
 * uncertainty of both together.
 * @param rated_w power of one module; null where it is not known: then the share alone
 * @param near row of a module: only it and those in parallel with it are judged
 * @returns nothing where no faults were judged, for lack of an irradiance
 */
export function moduleLossColumns(
  geometry: Geometry,
  found: FindingColumns,
  wiring: StatedWiring,
  rated_w: number | null,
  near: number | null = null,
): FindingColumns {
  const { open_string: open, module_missing: missing } = found;
  if (!open || !missing) return {};
  const { bypass_diode: bypassed, module_offline: offline, soiling, hotspots } = found;
  const faults = { bypassed, open, offline, missing, soiling };
  const losses = moduleLosses(geometry, faults, wiring, near);
  const numbers = () => new Float32Array(geometry.count).fill(NaN);
  const [share, power, string, uncertainty] = [numbers(), numbers(), numbers(), numbers()];
  for (let row = 0; row < geometry.count; row++) {
    // Beyond the range of the camera nothing says whether it is there. An open one and a missing one lose the same.
    const isSure = isFault(open, row) || isFault(offline, row);
    if (missing[row] === MISSING_U8 && !isSure) continue;
    // It may be open: what it loses is not known.
    if (missing[row] === 0 && offline?.[row] === MISSING_U8) continue;
    // Hot cells or a bypassed substring: what it loses is not known.
    const isUnresolved = bypassed?.[row] === MISSING_U8 && hotspots?.[row] === MISSING_U8;
    if (missing[row] === 0 && isUnresolved) continue;
    share[row] = 100 * losses.own[row]!;
    if (rated_w === null) continue;
    power[row] = rated_w * losses.own[row]!;
    string[row] = rated_w * losses.string[row]!;
    const dust = dustUncertainty(found, row) / 100;
    const stated = rated_w * Math.hypot(losses.uncertainty[row]!, dust);
    // A module without a fault loses nothing that was measured: it states none, instead of one of 0.
    uncertainty[row] = stated > 0 ? stated : NaN;
  }
  if (rated_w === null) return { performance_loss: share };
  return {
    performance_loss: share,
    power_loss: power,
    string_power_loss: string,
    power_loss_uncertainty: uncertainty,
  };
}

const isFault = (classes: FindingColumns[string] | undefined, row: number) =>
  classes !== undefined && valueAt(classes, row) > 0;

/** Per cent; 0 where no dust was measured. */
function dustUncertainty({ soiling_uncertainty }: FindingColumns, row: number): number {
  const value = soiling_uncertainty ? valueAt(soiling_uncertainty, row) : NaN;
  return Number.isNaN(value) ? 0 : value;
}
