// What the findings of a report cost, from the measured columns and the settings of the plant.
import { valueAt } from "../../domain/column/column.ts";
import { agedShare, lossOfHeat, lossOfPower, type Loss } from "../../domain/loss/component-loss.ts";
import type { ReportData } from "./report-data.ts";
import type { ReportInput } from "./report-input.ts";

const WATTS_PER_KW = 1000;

/** The loss of one component of the lead's type; null where nothing that was measured says it. */
export function lossReader(
  data: ReportData,
  { loss, plant, twin }: Pick<ReportInput, "loss" | "plant" | "twin">,
): (row: number) => Loss | null {
  const type = data.lead?.figure.component_type;
  if (type === "absorber_tube") {
    const heat = data.of("tube_energy_loss");
    return (row) => {
      const value = heat ? valueAt(heat.values, row) : NaN;
      return value === value ? lossOfHeat(Math.max(0, value), loss) : null;
    };
  }
  if (type !== "module") return () => null;
  const [power, share] = [data.of("power_loss"), data.of("performance_loss")];
  const count =
    twin.levels.find(({ component_type }) => component_type === "module")?.component_count ?? 0;
  // Megawatts of the plant to kilowatts of a module.
  const rated_kw = count > 0 ? (plant.nominal_capacity * 1000) / count : 0;
  const aged = agedShare(loss);
  return (row) => {
    const watts = power ? valueAt(power.values, row) : NaN;
    if (watts === watts) return lossOfPower((watts / WATTS_PER_KW) * aged, loss);
    const percent = share ? valueAt(share.values, row) : NaN;
    return percent === percent ? lossOfPower((percent / 100) * rated_kw * aged, loss) : null;
  };
}
