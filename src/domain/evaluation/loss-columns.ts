// What the measured modules of a survey cost: the key figures of loss, from the faults that were found.
import { MISSING_U8, valueAt } from "../column/column.ts";
import type { Geometry } from "../component/component-index.ts";
import { moduleLosses } from "../loss/module-loss.ts";
import type { RatedPower } from "../loss/module-power.ts";
import type { StatedWiring } from "../loss/wiring.ts";
import type { FindingColumns } from "./module-finding.ts";

/**
 * Loss of each measured module in per cent and in W, what the other modules of its string lose by it, and the
 * uncertainty of both together in W (95 %): that of the share, of dust, and of the power where it is not stated.
 * @param rated power of one module; null where it is not known: then the share alone
 * @param near row of a module: only it and those in parallel with it are judged
 * @returns nothing where no faults were judged, for lack of an irradiance
 */
export function moduleLossColumns(
  geometry: Geometry,
  found: FindingColumns,
  wiring: StatedWiring,
  rated: RatedPower | null,
  near: number | null = null,
): FindingColumns {
  const { open_string: open, module_missing: missing } = found;
  if (!open || !missing) return {};
  const { bypass_diode: bypassed, module_offline: offline, soiling } = found;
  const faults = { bypassed, open, offline, missing, soiling };
  const losses = moduleLosses(geometry, faults, wiring, near);
  const numbers = () => new Float32Array(geometry.count).fill(NaN);
  const [share, power, string, uncertainty] = [numbers(), numbers(), numbers(), numbers()];
  for (let row = 0; row < geometry.count; row++) {
    if (missing[row] === MISSING_U8) continue;
    // It may be open: what it loses is not known.
    if (missing[row] === 0 && offline?.[row] === MISSING_U8) continue;
    share[row] = 100 * losses.own[row]!;
    if (rated === null) continue;
    const [own, others] = [losses.own[row]!, losses.string[row]!];
    power[row] = rated.watts * own;
    string[row] = rated.watts * others;
    const dust = dustUncertainty(found, row) / 100;
    const byPower = rated.uncertainty_share * (own + others);
    const stated = rated.watts * Math.hypot(losses.uncertainty[row]!, dust, byPower);
    // A module without a fault loses nothing that was measured: it states none, instead of one of 0.
    uncertainty[row] = stated > 0 ? stated : NaN;
  }
  if (rated === null) return { performance_loss: share };
  return {
    performance_loss: share,
    power_loss: power,
    string_power_loss: string,
    power_loss_uncertainty: uncertainty,
  };
}

/** Per cent; 0 where no dust was measured. */
function dustUncertainty({ soiling_uncertainty }: FindingColumns, row: number): number {
  const value = soiling_uncertainty ? valueAt(soiling_uncertainty, row) : NaN;
  return Number.isNaN(value) ? 0 : value;
}
