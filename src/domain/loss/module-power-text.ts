// The power of one module in words, as it stands beside losses: one source for screens and reports.
import type { Speech } from "../evaluation/place/place-text.ts";
import {
  faceDensity,
  modulePowerWord,
  plausibleDensity,
  type ModulePower,
} from "./module-power.ts";

/** Words, numbers and shares of the language of the reader. */
export type PowerSpeech = Speech & {
  /** A share (0 to 1) in whole per cent. */
  readonly share: (share: number) => string;
};

/**
 * "54.45 MW / 100,000 modules = 545 W ± 10% each", or why losses of modules are withheld. The capacity has the digits
 * that the division needs: 54 MW would be 540 W.
 * @param isEstimated the plant's capacity was estimated from its area
 */
export function modulePowerText(
  power: ModulePower,
  isEstimated: boolean,
  { t, number, share }: PowerSpeech,
): string {
  const { watts, nominal_capacity, modules, module_m2, is_stated, tilt_deg } = power;
  // What asks for a tilt is the density of level modules.
  const density = faceDensity(power.is_tilt_assumed ? { ...power, tilt_deg: 0 } : power);
  const about = isEstimated && !is_stated ? "\u2248\u202F" : "";
  return t(`loss:module_power.${modulePowerWord(power)}`, {
    capacity: about + number(nominal_capacity, 3),
    modules: number(modules, 0),
    watts: about + number(watts, watts < 100 ? 1 : 0),
    share: share(power.uncertainty_share),
    area: number(module_m2 ?? 0, 2),
    // 59.6 is below 60: rounded it would be within the limits that it breaks.
    density: about + number(density ?? 0, 1),
    tilt: number(tilt_deg, 0),
    least: number(plausibleDensity.least, 0),
    most: number(plausibleDensity.most, 0),
  });
}
