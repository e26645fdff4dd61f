// What is set in a campaign and not flown, or not measured in, as it is set.
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import { settingsOfCampaign } from "../../domain/flight/campaign/campaign-settings.ts";
import { captureOf } from "../../domain/flight/plan/capture.ts";
import { MEASURING_WIND_KM_H } from "../../domain/flight/time/flight-wind.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Alert } from "../../ui/feedback.tsx";

/** km/h of 1 m/s. */
const KM_H = 3.6;

export function OverrideWarnings({ form }: { form: FlightCampaignForm }) {
  return (
    <>
      <TransitWarning form={form} />
      <WindWarning wind_m_s={form.expected_wind} />
    </>
  );
}

/** Ways are never flown slower than the lines. */
function TransitWarning({ form }: { form: FlightCampaignForm }) {
  const set = form.transit_speed;
  if (set === null) return null;
  const settings = settingsOfCampaign(form, null);
  return settings.flight_types
    .map((type) => captureOf(settings, type))
    .filter(({ speed_m_s }) => speed_m_s > set)
    .map(({ flight_type, speed_m_s }) => (
      <Alert key={flight_type} tone="watch">
        {t("flight:field.transit_not_flown", {
          type: t(`flight:type.${flight_type}`),
          set: formatNumber(set, 1),
          speed: formatNumber(speed_m_s, 1),
        })}
      </Alert>
    ));
}

/** The drone may fly in a wind in which nothing is measured. */
function WindWarning({ wind_m_s }: { wind_m_s: number | null }) {
  if (wind_m_s === null || wind_m_s * KM_H <= MEASURING_WIND_KM_H) return null;
  return (
    <Alert tone="watch">
      {t("flight:field.wind_not_measured", {
        wind: formatNumber(wind_m_s, 1),
        km_h: formatNumber(wind_m_s * KM_H, 1),
        most: formatNumber(MEASURING_WIND_KM_H, 0),
        most_m_s: formatNumber(MEASURING_WIND_KM_H / KM_H, 1),
      })}
    </Alert>
  );
}
