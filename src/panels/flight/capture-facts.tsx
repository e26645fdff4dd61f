// What the cameras need of each flight type, as the fields of the campaign are now.
import { captureOf } from "../../domain/flight/capture.ts";
import { settingsOfCampaign } from "../../domain/flight/campaign-settings.ts";
import type { FlightCampaignForm } from "../../domain/flight/flight-campaign.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./flight.module.css";

export function CaptureFacts({ form }: { form: FlightCampaignForm }) {
  const settings = settingsOfCampaign(form, null);
  return form.flight_types.map((type) => {
    const capture = captureOf(settings, type);
    const { thermal, visual, spacing_m, trigger_m, speed_m_s, speed_limit } = capture;
    const rows: readonly (readonly [string, string])[] = [
      ["altitude", `${formatNumber(capture.altitude_agl_m, 1)} m`],
      ...(thermal ? [["gsd_thermal", `${formatNumber(thermal.gsd_m * 100, 2)} cm`] as const] : []),
      ["gsd_rgb", `${formatNumber(visual.gsd_m * 100, 2)} cm`],
      ["swath", `${formatNumber((thermal ?? visual).swath_m, 1)} m`],
      ["spacing", `${formatNumber(spacing_m, 1)} m`],
      ["trigger", `${formatNumber(trigger_m, 1)} m`],
      [
        "speed",
        t("flight:fact.speed_of", {
          speed: formatNumber(speed_m_s, 1),
          limit: t(`flight:limit.${speed_limit}`),
        }),
      ],
    ];
    return (
      <section key={type} className={css.block} aria-label={t(`flight:type.${type}`)}>
        <h3>{t(`flight:type.${type}`)}</h3>
        <dl className={css.facts}>
          {rows.map(([key, value]) => (
            <div key={key}>
              <dt>{t(`flight:fact.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}
