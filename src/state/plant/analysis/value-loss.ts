// What a value of a key figure of loss costs, as a formula with its numbers.
import { atom } from "jotai";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import {
  assumedUncertainty,
  isLossKey,
  isLossWithheld,
  lossOf,
} from "../../../domain/loss/component-loss.ts";
import { spreadOf, wholeUncertainty } from "../../../domain/loss/loss-spread.ts";
import { poweredPlant, type LossPlant } from "../../../domain/loss/module-power.ts";
import { valueOf } from "../../shell/loaded.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import { lossAtom } from "./loss.ts";
import { energyWithRange, moneyWithRange, tariffWords } from "./energy-words.ts";
import { modulePowerWords } from "./module-power-words.ts";
import { plantAtom } from "../plant.ts";
import { formatValue } from "../column/value-words.ts";

/** "180 W → 0.18 kW, 360 ± 40 kWh/a, €22 ± €3/a" with the settings behind it; null for other key figures. */
export const valueLossAtom = atom((get) => {
  const { settings, module_power: power = null } = valueOf(get(lossAtom)) ?? {};
  const plant = valueOf(get(plantAtom));
  return (keyFigure: KeyFigure, value: number | null, wide: number | null): string | null => {
    const { key } = keyFigure;
    if (value === null || !settings || !plant || !isLossKey(key)) return null;
    const { modules, module_m2 } = power ?? { modules: 0, module_m2: null };
    const about: LossPlant = { ...poweredPlant(plant), modules, module_m2, settings };
    if (power && isLossWithheld(key, about))
      return modulePowerWords(power, plant.capacity_estimated);
    const whole = lossOf(key, value, about);
    const measured = lossOf(key, wide ?? assumedUncertainty(key, value), about);
    const more = wholeUncertainty(whole, spreadOf(key, whole, measured, about));
    const { kw, mwh, money } = whole;
    const isPriced = settings.tariff !== null;
    return t(`component:explain.loss_words${isPriced ? "" : "_energy"}`, {
      value: formatValue(keyFigure, value),
      kw: formatNumber(kw, 3),
      energy: energyWithRange({ mwh, uncertainty: more }),
      money: moneyWithRange({ money, uncertainty: more }, settings),
      hours: formatNumber(
        keyFigure.technology === "photovoltaic"
          ? settings.full_load_hours
          : settings.operating_hours,
      ),
      tariff: tariffWords(settings),
    });
  };
});
