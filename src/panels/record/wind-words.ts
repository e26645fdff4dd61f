// Up to which wind a sortie or a campaign can be flown, in words.
import type { MostWind } from "../../domain/flight/route/route-wind-shape.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";

/** "9.5 m/s", below a name that says that it is the most. */
export const windValue = ({ most_m_s }: Pick<MostWind, "most_m_s">): string =>
  most_m_s === null ? t("flight:wind.none") : `${formatNumber(most_m_s, 1)} m/s`;

/** "up to 9.5 m/s". */
export function mostWindWords({ most_m_s }: Pick<MostWind, "most_m_s">): string {
  if (most_m_s === null) return t("flight:wind.none");
  return t("flight:wind.most", { most: formatNumber(most_m_s, 1) });
}
