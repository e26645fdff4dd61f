// The power of one module as it is shown beside losses.
import {
  modulePowerWord,
  plausibleDensity,
  type ModulePower,
} from "../../../domain/loss/module-power.ts";
import { formatNumber, formatShare, t } from "../../shell/locale.ts";

/**
 * "54 MW / 100,000 modules = 540 W ± 10% each", or why losses of modules are withheld.
 * @param isEstimated the plant's capacity was estimated from its area
 */
export function modulePowerWords(power: ModulePower, isEstimated: boolean): string {
  const { watts, nominal_capacity, modules, module_m2, is_stated } = power;
  const about = isEstimated && !is_stated ? "\u2248\u202F" : "";
  return t(`loss:module_power.${modulePowerWord(power)}`, {
    capacity: about + formatNumber(nominal_capacity, 3),
    modules: formatNumber(modules),
    watts: about + formatNumber(watts, watts < 100 ? 1 : 0),
    share: formatShare(power.uncertainty_share, 0),
    area: formatNumber(module_m2 ?? 0, 2),
    density: about + formatNumber(watts / (module_m2 ?? 1), 0),
    ...plausibleDensity,
  });
}
