// What one component loses: power, energy a year and money, from what was measured of it.
import type { LossSettings } from "./loss-settings.ts";

export type Loss = {
  /** Electric, at rated conditions. */
  readonly kw: number;
  /** Electric, a year. */
  readonly mwh: number;
  /** In the currency of the plant, a year. */
  readonly money: number;
};

/** Share of its first power that a module still has. */
export function agedShare({ degradation_percent, age_years }: LossSettings): number {
  return (1 - degradation_percent / 100) ** age_years;
}

/** @param kw electric power that is missing under full sun, of modules as they are now */
export function lossOfPower(kw: number, settings: LossSettings): Loss {
  const mwh = (kw * settings.full_load_hours) / 1000;
  return { kw, mwh, money: mwh * settings.tariff };
}

/** @param heat_mwh heat that is lost a year, above what an intact tube loses */
export function lossOfHeat(heat_mwh: number, settings: LossSettings): Loss {
  const mwh = (heat_mwh * settings.cycle_efficiency_percent) / 100;
  return { kw: (mwh * 1000) / settings.operating_hours, mwh, money: mwh * settings.tariff };
}

export function sumOfLosses(losses: Iterable<Loss>): Loss {
  let [kw, mwh, money] = [0, 0, 0];
  for (const one of losses) {
    kw += one.kw;
    mwh += one.mwh;
    money += one.money;
  }
  return { kw, mwh, money };
}
