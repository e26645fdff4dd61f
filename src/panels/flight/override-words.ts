// What the fields of a campaign's own numbers say beside them, of the routes as they are planned.
import { settingsOfCampaign } from "../../domain/flight/campaign/campaign-settings.ts";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import { captureOf, isThermal } from "../../domain/flight/plan/capture.ts";
import type { FlightPreview } from "../../domain/flight/plan/flight-preview-shape.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";

/** What the makers' automatic speed smears at 3 cm. */
const MAKERS_BLUR_PX = 1.8;

/** The least height that may be set for a way of all sorties: what the highest of them needs. */
export function leastHeightWords(
  field: "security_height" | "return_height",
  preview: FlightPreview | null,
) {
  const needed = (preview?.flights ?? []).flatMap(({ security_height_m, return_height_m }) => {
    const range = field === "security_height" ? security_height_m : return_height_m;
    return range ? [range.most] : [];
  });
  if (needed.length === 0) return "";
  const least = formatNumber(Math.max(...needed), 1);
  return ` ${t("flight:field.home_height_least", { least })}`;
}

/**
 * What a limit of the thermal blur costs: the speed that it allows, and the hectares that one battery flies with it over
 * straight lines as far apart as those of the plan.
 * @param preview of this form; null until it is planned: then without hectares
 */
export function blurHint(form: FlightCampaignForm, preview: FlightPreview | null): string {
  const [type] = settingsOfCampaign(form, null).flight_types.filter(isThermal);
  if (!type) return "";
  const apart_m = preview?.flights.find(({ flight_type }) => flight_type === type)?.spacing_m
    ?.median;
  const { flight_time_min, reserve_percent } = {
    ...settingsOfCampaign(form, null),
    ...preview?.assumed,
  };
  const air_s = 60 * flight_time_min * (1 - reserve_percent / 100);
  const at = (thermal_blur: number) => {
    const { speed_m_s } = captureOf(settingsOfCampaign({ ...form, thermal_blur }, null), type);
    const speed = formatNumber(speed_m_s, 1);
    if (apart_m === undefined) return t("flight:field.thermal_blur_speed", { speed });
    const hectares = formatNumber((speed_m_s * apart_m * air_s) / 10_000, 1);
    return t("flight:field.thermal_blur_area", { speed, hectares });
  };
  const hint = t("flight:field.thermal_blur_hint", {
    makers: formatNumber(MAKERS_BLUR_PX, 1),
    one: at(1),
    other: at(MAKERS_BLUR_PX),
  });
  return apart_m === undefined ? hint : `${hint} ${t("flight:field.thermal_blur_straight")}`;
}
