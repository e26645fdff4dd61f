// Lost energy as text in the current language.
import type { LostEnergy } from "../../../domain/plant/lost-energy.ts";
import { formatNumber } from "../../shell/locale.ts";

const MWH_PER_GWH = 1000;

/** Electric energy per year: "12.4 GWh/a", "310 MWh/a", "4.2 MWh/a". The methods state three digits at most. */
export function formatEnergy(mwh: number): string {
  const size = Math.abs(mwh);
  if (size >= MWH_PER_GWH) return `${formatNumber(mwh / MWH_PER_GWH, 1)}\u202FGWh/a`;
  return `${formatNumber(mwh, size < 10 ? 1 : 0)}\u202FMWh/a`;
}

/** "–" where it is not known. */
export function formatLostEnergy(energy: LostEnergy | null): string {
  return energy === null ? "–" : formatEnergy(energy.mwh);
}
