// Lost energy as text in the current language.
import type { LostEnergy } from "../../../domain/plant/lost-energy.ts";
import { plusMinus, sureStep } from "../../../domain/loss/loss-text.ts";
import { formatMoney, formatNumber } from "../../shell/locale.ts";

const MWH_PER_GWH = 1000;

/** Electric energy per year: "12.4 GWh/a", "310 MWh/a", "4.2 MWh/a". The methods state three digits at most. */
export function formatEnergy(mwh: number): string {
  const size = Math.abs(mwh);
  if (size >= MWH_PER_GWH) return `${formatNumber(mwh / MWH_PER_GWH, 1)}\u202FGWh/a`;
  return `${formatNumber(mwh, size < 10 ? 1 : 0)}\u202FMWh/a`;
}

/** Energy or money a year with twice the standard uncertainty. */
type Uncertain = {
  readonly mwh: number;
  readonly money: number;
  readonly uncertainty: { readonly mwh: number; readonly money: number };
};

/** "310 ± 40 MWh/a": both in the unit of the energy. */
export function energyWithRange({ mwh, uncertainty }: Uncertain): string {
  const size = Math.abs(mwh);
  const isLarge = size >= MWH_PER_GWH;
  const digits = isLarge || size < 10 ? 1 : 0;
  const number = (value: number) => formatNumber(isLarge ? value / MWH_PER_GWH : value, digits);
  return `${plusMinus(number(mwh), number(uncertainty.mwh))}\u202F${isLarge ? "GWh/a" : "MWh/a"}`;
}

/** "€18,600 ± €2,400", with the digits that are sure. */
export function moneyWithRange(
  { money, uncertainty }: Uncertain,
  currency: string,
  most = 0,
): string {
  const step = sureStep(uncertainty.money, Math.abs(money) < most ? 0.01 : 1);
  const number = (value: number) => formatMoney(Math.round(value / step) * step, currency, most);
  return plusMinus(number(money), number(uncertainty.money));
}

/** "–" where it is not known. */
export function formatLostEnergy(energy: LostEnergy | null): string {
  return energy === null ? "–" : energyWithRange(energy);
}
