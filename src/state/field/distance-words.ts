// A distance on foot, in words.
import { formatNumber, t } from "../shell/locale.ts";

/** Up to here single metres are of use, and tenths below ten metres are not: no position is so accurate. */
const METRES_TO = 1000;

/** "37 m", "1.4 km". */
export function distanceWords(metres: number): string {
  return metres < METRES_TO
    ? t("field:metres", { n: formatNumber(Math.round(metres)) })
    : t("field:kilometres", { n: formatNumber(metres / 1000, 1) });
}
