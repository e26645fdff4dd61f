// What a value of a key figure of loss costs, as a formula with its numbers.
import { atom } from "jotai";
import { componentCountsOf } from "../../../domain/component/component-index.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { isLossKey, lossOf } from "../../../domain/loss/component-loss.ts";
import { valueOf } from "../../shell/loaded.ts";
import { formatMoney, formatNumber, t } from "../../shell/locale.ts";
import { lossAtom } from "./loss.ts";
import { plantAtom, twinAtom } from "../plant.ts";
import { formatValue } from "../column/value-words.ts";

/** "180 W → 0.18 kW, 0.36 MWh/a, €21.60/a" with the settings behind it; null for other key figures. */
export const valueLossAtom = atom((get) => {
  const settings = valueOf(get(lossAtom))?.settings;
  const plant = valueOf(get(plantAtom));
  const modules = componentCountsOf(valueOf(get(twinAtom)) ?? null)("module");
  return (keyFigure: KeyFigure, value: number | null): string | null => {
    const { key } = keyFigure;
    if (value === null || !settings || !plant || !isLossKey(key)) return null;
    const { nominal_capacity } = plant;
    const { kw, mwh, money } = lossOf(key, value, { nominal_capacity, modules, settings });
    return t("component:explain.loss_words", {
      value: formatValue(keyFigure, value),
      kw: formatNumber(kw, 3),
      mwh: formatNumber(mwh, 3),
      money: formatMoney(money, settings.currency, 100),
      hours: formatNumber(
        keyFigure.technology === "photovoltaic"
          ? settings.full_load_hours
          : settings.operating_hours,
      ),
      tariff: formatMoney(settings.tariff, settings.currency, 1000),
    });
  };
});
