// When a campaign is flown and in which light, in sentences.
import type { FlightPreview, FlownFacts } from "../../domain/flight/plan/flight-preview-shape.ts";
import {
  advisedPitch,
  flightDay,
  lightDuring,
  type FlightDayInput,
  type Span,
  type SpanLight,
} from "../../domain/flight/time/flight-day.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";

export type Clock = (time_ms: number) => string;

export const timesOf = (spans: readonly Span[], clock: Clock) =>
  spans.length === 0
    ? t("flight:day.never")
    : spans
        .map(({ from_ms, to_ms }) =>
          t("flight:day.span", { from: clock(from_ms), to: clock(to_ms) }),
        )
        .join(", ");

/** The same for parts of several days, each with its date. */
const datedTimesOf = (days: readonly Span[], clock: Clock, dateOf: Clock) =>
  days.length < 2
    ? timesOf(days, clock)
    : days
        .map(({ from_ms, to_ms }) =>
          t("flight:day.dated_span", {
            date: dateOf(from_ms),
            from: clock(from_ms),
            to: clock(to_ms),
          }),
        )
        .join("; ");

type CampaignDays = FlightPreview["days"];

/** When the campaign is flown, and whether the light of its days is enough; nothing while that is planned. */
export function campaignWords({
  input,
  days,
  isMoved,
  least,
  isKnown,
  flown,
  clock,
  dateOf,
}: {
  input: FlightDayInput;
  days: CampaignDays;
  /** The first day that is flown is not that of the start. */
  isMoved: boolean;
  least: number | null;
  /** How the modules face. */
  isKnown: boolean;
  flown: FlownFacts | null;
  clock: Clock;
  dateOf: Clock;
}): string[] {
  const [first] = days;
  if (!first) return [];
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
  const moved = isMoved ? [t("flight:day.moved", { date: dateOf(first.from_ms) })] : [];
  const lights = days.map((span) =>
    lightDuring(flightDay({ ...input, time_ms: span.from_ms }), span, { least, isKnown }),
  );
  const worst = worstLight(lights, flown);
  return [
    ...moved,
    t(`flight:day.${worst}`, { times: datedTimesOf(days, clock, dateOf), least: least ?? 0 }),
    ...(worst === "glint" && input.directions_deg.length > 0
      ? [adviceWords(advisedPitch(input, days))]
      : []),
    ...split,
  ];
}

/**
 * The light of the worst day. Whether the sun is mirrored into the camera is known of the sorties themselves, each with where
 * it looks and when it is flown.
 */
function worstLight(lights: readonly SpanLight[], flown: FlownFacts | null): SpanLight {
  const short = (["night", "dark", "unsure"] as const).find((light) => lights.includes(light));
  if (short) return short;
  const [light] = lights;
  if (light === "light" || light === undefined || typeof flown?.mirrored_sorties !== "number")
    return lights.includes("glint") ? "glint" : (light ?? "light");
  return flown.mirrored_sorties > 0 ? "glint" : "fits";
}

function adviceWords(pitch: number | null): string {
  if (pitch === null) return t("flight:day.no_pitch");
  return t("flight:day.advised_pitch", { pitch: formatNumber(pitch, 0) });
}
