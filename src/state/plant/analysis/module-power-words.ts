// The power of one module as it is shown beside losses.
import type { ModulePower } from "../../../domain/loss/component-loss.ts";
import { formatNumber, t } from "../../shell/locale.ts";

/**
 * "54 MW / 100,000 modules = 540 W each", or why losses of modules are withheld.
 * @param isEstimated the plant's capacity was estimated from its area
 */
export function modulePowerWords(power: ModulePower, isEstimated: boolean): string {
  const { watts, nominal_capacity, modules, is_stated, is_plausible } = power;
  const about = isEstimated && !is_stated ? "\u2248\u202F" : "";
  const words = {
    capacity: about + formatNumber(nominal_capacity, 3),
    modules: formatNumber(modules),
    watts: about + formatNumber(watts, watts < 100 ? 1 : 0),
  };
  if (is_stated) return t("loss:module_power.stated", words);
  return t(is_plausible ? "loss:module_power.derived" : "loss:module_power.withheld", words);
}
