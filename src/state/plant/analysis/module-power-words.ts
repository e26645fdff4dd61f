// The power of one module as it is shown beside losses, in the words of the chosen language.
import type { ModulePower } from "../../../domain/loss/module-power.ts";
import { modulePowerText, type PowerSpeech } from "../../../domain/loss/module-power-text.ts";
import { formatNumber, formatShare, t } from "../../shell/locale.ts";

const speech: PowerSpeech = {
  t: (key, values) => t(key, values),
  number: formatNumber,
  share: (share) => formatShare(share, 0),
};

/** @param isEstimated the plant's capacity was estimated from its area */
export const modulePowerWords = (power: ModulePower, isEstimated: boolean): string =>
  modulePowerText(power, isEstimated, speech);
