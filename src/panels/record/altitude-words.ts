// The height of a route in words: above ground, or above take-off where no ground is known.
import type { CheckedRoute } from "../../domain/flight/route/route-check.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";

export function altitudeWords({
  altitude_agl_m,
  check,
}: Pick<CheckedRoute, "altitude_agl_m" | "check">): string {
  const metres = formatNumber(altitude_agl_m, 0);
  // An answer that was kept on the device before does not say it.
  const isAboveTakeOff = check.altitude_above === "take_off";
  return t(`flight:route.${isAboveTakeOff ? "altitude_take_off" : "altitude"}`, { metres });
}
