// The day of the campaign at the plant: light on the modules, height of the sun, and when it is mirrored into the camera.
import { useAtomValue } from "jotai";
import { captureOf, STRAIGHT_DOWN_DEG } from "../../domain/flight/plan/capture.ts";
import { settingsOfCampaign } from "../../domain/flight/campaign/campaign-settings.ts";
import { leadingFootprint } from "../../domain/flight/plan/flight-coverage.ts";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import {
  flightDay,
  type FlightDay,
  type FlightDayInput,
  type Span,
} from "../../domain/flight/time/flight-day.ts";
import { leastIrradianceOf } from "../../domain/flight/time/flight-light.ts";
import { plantDay } from "../../domain/plant/plant-time.ts";
import { mountingsOf } from "../../domain/flight/area/plant-mounting.ts";
import type { Mounting } from "../../domain/flight/time/sun.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { plantTimeZone } from "../../domain/plant/plant-zone.ts";
import { flightPreviewAtom, previewedFormAtom } from "../../state/plant/analysis/flight-preview.ts";
import {
  formatDateIn,
  formatHourIn,
  formatNumber,
  formatTimeIn,
  t,
} from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { DayCurves } from "./day-curves.tsx";
import { campaignWords, timesOf, type Clock } from "./day-words.ts";
import css from "./flight.module.css";

const NONE: readonly number[] = [];
const NO_DAYS: Parameters<typeof campaignWords>[0]["days"] = [];

export function DayChart({ form, plant }: { form: FlightCampaignForm; plant: Plant }) {
  const preview = valueOf(useAtomValue(flightPreviewAtom));
  const isNewest = useAtomValue(previewedFormAtom) === form;
  const time_zone = plantTimeZone(plant);
  const mountings = mountingsOf(plant);
  const settings = settingsOfCampaign(form, null);
  const [type] = settings.flight_types;
  const camera = type ? leadingFootprint(captureOf(settings, type)).camera : null;
  const { start_ms } = settings;
  const flown = isNewest ? preview?.flights.find(({ flight_type }) => flight_type === type) : null;
  const gimbal_pitch_deg = type === "pv_thermal" ? settings.gimbal_pitch_deg : STRAIGHT_DOWN_DEG;
  const days = isNewest ? (preview?.days ?? null) : null;
  // The day that is drawn is the first on which something is flown.
  const first = days?.[0] ?? null;
  const input: FlightDayInput = {
    time_ms: first?.from_ms ?? start_ms,
    time_zone,
    place: [plant.lon, plant.lat],
    mountings,
    camera,
    gimbal_pitch_deg,
    // Where the camera looks is known once the lines are planned.
    headings_deg: flown?.headings_deg ?? NONE,
    directions_deg: flown?.directions_deg ?? NONE,
  };
  const day = flightDay(input);
  const [midnight, next] = plantDay(time_zone, start_ms);
  const isMoved = first !== null && !(first.from_ms >= midnight && first.from_ms < next);
  const campaign: Span = first ?? { from_ms: start_ms, to_ms: start_ms };
  const least = form.flight_types.includes("pv_thermal") ? leastIrradianceOf("pv_thermal") : null;
  const title = t("flight:day.title");
  const clock = (time_ms: number) => formatTimeIn(time_zone, time_ms);
  const dateOf = (time_ms: number) => formatDateIn(time_zone, time_ms);
  const sentences = [
    ...campaignWords({
      input,
      days: days ?? NO_DAYS,
      isMoved,
      least,
      isKnown: mountings.length > 0,
      flown: flown ?? null,
      clock,
      dateOf,
    }),
    ...lightWords(day, least, clock),
  ];
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
        least={least}
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

/** What the day is like. What modules need says nothing about collectors, whose tubes are hot in any light. */
function lightWords(day: FlightDay, least: number | null, clock: Clock): string[] {
  const highest = Math.max(...day.points.map(({ elevation_deg }) => elevation_deg));
  const most = Math.max(...day.points.map(({ irradiance_w_m2 }) => irradiance_w_m2));
  const sun = t("flight:day.sun", {
    times: timesOf(day.daylight_spans, clock),
    highest: formatNumber(highest, 0),
  });
  if (least === null) return [sun];
  const times = timesOf(day.irradiance_spans, clock);
  return [
    t("flight:day.bright", { least, times, most: formatNumber(most, 0) }),
    ...(day.glint_free_spans
      ? [t("flight:day.no_glint", { times: timesOf(day.glint_free_spans, clock) })]
      : []),
    sun,
  ];
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
              {glint === null
                ? "–"
                : !glint
                  ? t("flight:day.no")
                  : pitch_deg === null
                    ? t("flight:day.yes")
                    : t("flight:day.pitch", { degrees: formatNumber(pitch_deg, 0) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
