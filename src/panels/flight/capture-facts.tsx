// What the cameras need of each flight type, as the fields of the campaign are now.
import { useAtomValue } from "jotai";
import { aircraft } from "../../domain/flight/plan/aircraft.ts";
import {
  captureOf,
  isThermal,
  speedLimits,
  type Footprint,
} from "../../domain/flight/plan/capture.ts";
import { settingsOfCampaign } from "../../domain/flight/campaign/campaign-settings.ts";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightType } from "../../domain/flight/route/flight-route.ts";
import type { FlightSettings } from "../../domain/flight/plan/flight-settings.ts";
import { flightPreviewAtom } from "../../state/plant/analysis/flight-preview.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Fact } from "./fact.tsx";
import css from "./flight.module.css";

export function CaptureFacts({ form }: { form: FlightCampaignForm }) {
  const settings = settingsOfCampaign(form, null);
  return settings.flight_types.map((type) => (
    <section key={type} className={css.block} aria-label={t(`flight:type.${type}`)}>
      <h3>{t(`flight:type.${type}`)}</h3>
      <Facts settings={settings} type={type} />
    </section>
  ));
}

const inCm = (metres: number) => `${formatNumber(metres * 100, 2)} cm`;
const overlapOf = ({ side_overlap_percent }: Footprint) => formatNumber(side_overlap_percent, 0);
const inMetres = (metres: number) => `${formatNumber(metres, 1)} m`;

function Facts({ settings, type }: { settings: FlightSettings; type: FlightType }) {
  const capture = captureOf(settings, type);
  const { thermal, visual, spacing_m, trigger_m, speed_m_s, speed_limit } = capture;
  const flown = valueOf(useAtomValue(flightPreviewAtom))?.flights.find(
    ({ flight_type }) => flight_type === type,
  );
  const leading = thermal ?? visual;
  const { interval_s } = leading.camera;
  const drone = aircraft[settings.aircraft];
  const altitude = altitudeHint(settings, type);
  const gsdHint = ({ camera }: Footprint) =>
    t("flight:hint_of.gsd", {
      altitude: formatNumber(capture.altitude_agl_m, 1),
      focal: formatNumber(camera.focal_px.value, 0),
    });
  const limitOf = (limit: (typeof speedLimits)[number]) => {
    const value = capture.speed_limits_m_s[limit];
    return Number.isFinite(value) ? `${formatNumber(value, 1)} m/s` : "–";
  };
  return (
    <dl className={css.facts}>
      <Fact
        label={t("flight:fact.altitude")}
        value={inMetres(flown?.altitude_agl_m ?? capture.altitude_agl_m)}
        hint={altitude}
      />
      {thermal ? (
        <Fact
          label={t("flight:fact.gsd_thermal")}
          value={inCm(thermal.gsd_m)}
          hint={gsdHint(thermal)}
        />
      ) : null}
      <Fact label={t("flight:fact.gsd_rgb")} value={inCm(visual.gsd_m)} hint={gsdHint(visual)} />
      <Fact
        label={t("flight:fact.swath")}
        value={inMetres(leading.swath_m)}
        hint={t("flight:hint_of.swath", {
          pixels: formatNumber(leading.camera.width_px),
          gsd: formatNumber(leading.gsd_m * 100, 2),
        })}
      />
      <Fact
        label={t("flight:fact.spacing")}
        value={inMetres(spacing_m)}
        hint={t(thermal ? "flight:hint_of.spacing_thermal" : "flight:hint_of.spacing", {
          ir: formatNumber(settings.ir_side_overlap_percent, 0),
          rgb: formatNumber(settings.rgb_side_overlap_percent, 0),
        })}
      />
      <Fact
        label={t("flight:fact.overlap")}
        value={
          thermal
            ? t("flight:fact.overlap_both", { ir: overlapOf(thermal), rgb: overlapOf(visual) })
            : t("flight:fact.overlap_rgb", { rgb: overlapOf(visual) })
        }
        hint={t("flight:hint_of.overlap")}
      />
      <Fact
        label={t("flight:fact.trigger")}
        value={inMetres(trigger_m)}
        hint={t("flight:hint_of.trigger", {
          length: formatNumber(leading.length_m, 1),
          front: formatNumber(settings.front_overlap_percent, 0),
        })}
      />
      <Fact
        label={t("flight:fact.speed")}
        value={t("flight:fact.speed_of", {
          speed: formatNumber(speed_m_s, 1),
          limit: t(`flight:limit.${speed_limit}`),
        })}
        hint={t("flight:hint_of.speed", {
          interval: formatNumber(interval_s.value, 1),
          photo: limitOf("photo_interval"),
          pixels: formatNumber(settings.thermal_blur_px, 1),
          exposure: formatNumber(settings.thermal_exposure_s * 1000, 0),
          blur: limitOf("thermal_blur"),
          most: formatNumber(drone.max_speed_m_s.value, 0),
          set: limitOf("setting"),
        })}
      />
    </dl>
  );
}

function altitudeHint(settings: FlightSettings, type: FlightType): string {
  if (settings.altitudes_m[type] !== undefined) return t("flight:hint_of.altitude_set");
  const drone = aircraft[settings.aircraft];
  if (isThermal(type)) {
    return t("flight:hint_of.altitude_thermal", {
      gsd: formatNumber(settings.thermal_gsd_m * 100, 1),
      focal: formatNumber((drone.thermal ?? drone.visual).focal_px.value, 0),
    });
  }
  return t("flight:hint_of.altitude_geometry", {
    length: formatNumber(settings.sca_length_m, 1),
    margin: formatNumber(settings.frame_margin_percent, 0),
  });
}
