// The day of the campaign at the plant: light on the modules, height of the sun, and when it is mirrored into the camera.
import { useAtomValue } from "jotai";
import { captureOf, STRAIGHT_DOWN_DEG } from "../../domain/flight/plan/capture.ts";
import { settingsOfCampaign } from "../../domain/flight/campaign/campaign-settings.ts";
import { leadingFootprint } from "../../domain/flight/plan/flight-coverage.ts";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import {
  advisedPitch,
  flightDay,
  lightDuring,
  type FlightDay,
  type FlightDayInput,
  type Span,
} from "../../domain/flight/time/flight-day.ts";
import { leastIrradianceOf } from "../../domain/flight/time/flight-light.ts";
import type { FlightPreview } from "../../domain/flight/plan/flight-preview-shape.ts";
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
import { headingWords } from "../record/camera-words.ts";
import { DayCurves } from "./day-curves.tsx";
import css from "./flight.module.css";

const NO_HEADINGS: readonly number[] = [];

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
  // Where the camera looks is known once the lines are planned.
  const headings = flown?.headings_deg ?? NO_HEADINGS;
  const gimbal_pitch_deg = type === "pv_thermal" ? settings.gimbal_pitch_deg : STRAIGHT_DOWN_DEG;
  const input: FlightDayInput = {
    time_ms: start_ms,
    time_zone,
    place: [plant.lon, plant.lat],
    mountings,
    camera,
    gimbal_pitch_deg,
    headings_deg: headings,
  };
  const day = flightDay(input);
  const days = isNewest ? (preview?.days ?? null) : null;
  const [midnight, next] = plantDay(time_zone, start_ms);
  const today = days?.find(({ from_ms }) => from_ms >= midnight && from_ms < next) ?? null;
  const campaign: Span = today ?? { from_ms: start_ms, to_ms: start_ms };
  const least = form.flight_types.includes("pv_thermal") ? leastIrradianceOf("pv_thermal") : null;
  const title = t("flight:day.title");
  const clock = (time_ms: number) => formatTimeIn(time_zone, time_ms);
  const dateOf = (time_ms: number) => formatDateIn(time_zone, time_ms);
  const sentences = [
    ...campaignWords({
      day,
      today,
      days,
      least,
      isKnown: mountings.length > 0,
      pitch: (span) => advisedPitch(input, span),
      headings,
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

type Clock = (time_ms: number) => string;

const timesOf = (spans: readonly Span[], clock: Clock) =>
  spans.length === 0
    ? t("flight:day.never")
    : spans
        .map(({ from_ms, to_ms }) =>
          t("flight:day.span", { from: clock(from_ms), to: clock(to_ms) }),
        )
        .join(", ");

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

type CampaignDays = FlightPreview["days"];

/** When the campaign is flown, and whether the light of its first day is enough; nothing while that is planned. */
function campaignWords({
  day,
  today,
  days,
  least,
  isKnown,
  pitch,
  headings,
  clock,
  dateOf,
}: {
  day: FlightDay;
  today: CampaignDays[number] | null;
  days: CampaignDays | null;
  least: number | null;
  /** How the modules face. */
  isKnown: boolean;
  /** The camera's pitch that is advised for a part of the day; null: none helps. */
  pitch: (span: Span) => number | null;
  /** Where a tilted camera looks. */
  headings: readonly number[];
  clock: Clock;
  dateOf: Clock;
}): string[] {
  if (days === null || days.length === 0) return [];
  const list = days.map(({ from_ms, to_ms, sorties }) =>
    t("flight:day.sorties", {
      count: sorties,
      date: dateOf(from_ms),
      from: clock(from_ms),
      to: clock(to_ms),
    }),
  );
  const split =
    days.length > 1 ? [t("flight:day.split", { count: days.length, days: list.join("; ") })] : [];
  if (!today) return [t("flight:day.moved", { date: dateOf(days[0]!.from_ms) }), ...split];
  const judged = lightDuring(day, today, { least, isKnown });
  return [
    t(`flight:day.${judged}`, { times: timesOf([today], clock), least: least ?? 0 }),
    ...(judged === "glint" && headings.length > 0 ? [adviceWords(pitch(today), headings)] : []),
    ...split,
  ];
}

function adviceWords(pitch: number | null, headings: readonly number[]): string {
  const where = headingWords(headings);
  if (pitch === null) return t("flight:day.no_pitch", { headings: where });
  return t("flight:day.advised_pitch", { pitch: formatNumber(pitch, 0), headings: where });
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
