// The day of the campaign at the plant: light on the modules, height of the sun, and when it is mirrored into the camera.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { captureOf } from "../../domain/flight/plan/capture.ts";
import { settingsOfCampaign } from "../../domain/flight/campaign/campaign-settings.ts";
import { leadingFootprint } from "../../domain/flight/plan/flight-coverage.ts";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import {
  flightDay,
  isWithin,
  LEAST_IRRADIANCE_W_M2,
  type FlightDay,
  type Span,
} from "../../domain/flight/time/flight-day.ts";
import { mountingsOf } from "../../domain/flight/area/plant-mounting.ts";
import type { Mounting } from "../../domain/flight/time/sun.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { plantTimeZone } from "../../domain/plant/plant-zone.ts";
import { flightPreviewAtom, previewedFormAtom } from "../../state/plant/analysis/flight-preview.ts";
import { formatHourIn, formatNumber, formatTimeIn, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { DayCurves } from "./day-curves.tsx";
import css from "./flight.module.css";

export function DayChart({ form, plant }: { form: FlightCampaignForm; plant: Plant }) {
  const preview = valueOf(useAtomValue(flightPreviewAtom));
  const isNewest = useAtomValue(previewedFormAtom) === form;
  const time_zone = plantTimeZone(plant);
  const mountings = mountingsOf(plant);
  const settings = settingsOfCampaign(form, null);
  const [type] = settings.flight_types;
  const camera = type ? leadingFootprint(captureOf(settings, type)).camera : null;
  const { start_ms } = settings;
  const day = useMemo(() => {
    const place = [plant.lon, plant.lat] as const;
    const zone = plantTimeZone(plant);
    return flightDay({
      time_ms: start_ms,
      time_zone: zone,
      place,
      mountings: mountingsOf(plant),
      camera,
    });
  }, [start_ms, plant, camera]);
  const campaign_s = isNewest ? preview?.campaign_s : undefined;
  const campaign: Span = { from_ms: start_ms, to_ms: start_ms + 1000 * (campaign_s ?? 0) };
  const title = t("flight:day.title");
  const clock = (time_ms: number) => formatTimeIn(time_zone, time_ms);
  const sentences = sentencesOf(day, campaign_s === undefined ? null : campaign, clock);
  return (
    <section className={css.block} aria-label={title}>
      <h3>{title}</h3>
      <p className={css.quiet}>
        {t("flight:day.zone", { zone: time_zone })}{" "}
        {mountings.length === 0 ? t("flight:day.level") : mountings.map(mountingWords).join(" ")}
      </p>
      <DayCurves
        day={day}
        campaign={campaign}
        hourOf={(time_ms) => formatHourIn(time_zone, time_ms)}
        label={sentences.join(" ")}
      />
      <ul className={css.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <HourTable day={day} clock={clock} />
    </section>
  );
}

function mountingWords(mounting: Mounting): string {
  if (mounting.kind === "fixed") {
    return t("flight:day.fixed", {
      tilt: formatNumber(mounting.tilt_deg, 0),
      azimuth: formatNumber(mounting.azimuth_deg, 0),
    });
  }
  return t("flight:day.tracked", {
    axis: formatNumber(mounting.axis_deg, 0),
    turn: formatNumber(mounting.most_tilt_deg, 0),
  });
}

type Clock = (time_ms: number) => string;

function sentencesOf(day: FlightDay, campaign: Span | null, clock: Clock): string[] {
  const times = (spans: readonly Span[]) =>
    spans.length === 0
      ? t("flight:day.never")
      : spans
          .map(({ from_ms, to_ms }) =>
            t("flight:day.span", { from: clock(from_ms), to: clock(to_ms) }),
          )
          .join(", ");
  const highest = Math.max(...day.points.map(({ elevation_deg }) => elevation_deg));
  const most = Math.max(...day.points.map(({ irradiance_w_m2 }) => irradiance_w_m2));
  const sentences = [
    t("flight:day.bright", {
      least: LEAST_IRRADIANCE_W_M2,
      times: times(day.irradiance_spans),
      most: formatNumber(most, 0),
    }),
    t("flight:day.no_glint", { times: times(day.glint_free_spans) }),
    t("flight:day.sun", { times: times(day.daylight_spans), highest: formatNumber(highest, 0) }),
  ];
  if (!campaign) return sentences;
  const span = times([campaign]);
  const judged = isWithin(day.irradiance_spans, campaign)
    ? isWithin(day.glint_free_spans, campaign)
      ? "flight:day.fits"
      : "flight:day.glint"
    : "flight:day.dark";
  return [t(judged, { times: span, least: LEAST_IRRADIANCE_W_M2 }), ...sentences];
}

/** The curves in numbers, for screen readers. */
function HourTable({ day, clock }: { day: FlightDay; clock: Clock }) {
  const first = day.points[0]?.time_ms ?? 0;
  const hours = day.points.filter(({ time_ms }) => (time_ms - first) % 3_600_000 === 0);
  return (
    <table className="visually-hidden">
      <caption>{t("flight:day.table")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("flight:day.time")}</th>
          <th scope="col">{t("flight:day.irradiance")} (W/m²)</th>
          <th scope="col">{t("flight:day.elevation")} (°)</th>
          <th scope="col">{t("flight:day.mirrored")}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ time_ms, irradiance_w_m2, elevation_deg, glint, pitch_deg }) => (
          <tr key={time_ms}>
            <th scope="row">{clock(time_ms)}</th>
            <td>{formatNumber(irradiance_w_m2, 0)}</td>
            <td>{formatNumber(elevation_deg, 0)}</td>
            <td>
              {!glint
                ? t("flight:day.no")
                : pitch_deg === null
                  ? t("flight:day.yes")
                  : t("flight:day.pitch", { degrees: pitch_deg })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
