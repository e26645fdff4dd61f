// The flight of the shown routes, one sortie after the other, and the moment that the map shows.
import { atom } from "jotai";
import { aircraft } from "../../domain/flight/plan/aircraft.ts";
import {
  batteryLeft,
  flightClock,
  type FlightClock,
} from "../../domain/flight/time/flight-clock.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { windLoad } from "../../domain/flight/time/flight-wind.ts";
import { chosenCampaignAtom } from "../plant/analysis/flight-campaign.ts";
import { perPlant } from "../shell/lifetime.ts";
import { drawnRoutesAtom } from "./flight-route-view.ts";
import { wayHeightsAtom } from "./ground.ts";

type Sortie = {
  readonly route: FlightRouteRecord;
  readonly clock: FlightClock;
  /** Percent of the battery at landing in still air. */
  readonly landing_percent: number;
  /** Seconds of all sorties before it, without those on the ground between them. */
  readonly from: number;
};

export const sortiesAtom = atom((get): readonly Sortie[] => {
  let from = 0;
  const heightsOf = get(wayHeightsAtom);
  const landing = get(batteryAtLandingAtom);
  return get(drawnRoutesAtom).map((route) => {
    const clock = flightClock(route, heightsOf(route));
    const sortie = { route, clock, landing_percent: landing(route).left_percent, from };
    from += clock.seconds;
    return sortie;
  });
});

/** Seconds of all shown sorties. */
export const flightSecondsAtom = atom((get) => {
  const last = get(sortiesAtom).at(-1);
  return last ? last.from + last.clock.seconds : 0;
});

/** Minutes of a full battery as the routes were planned with; undefined for those planned before it was kept. */
const flightMinutesAtom = atom((get) => get(chosenCampaignAtom)?.metrics?.["flight_time_min"]);
const batteryOf = ({ aircraft: model }: FlightRouteRecord) => aircraft[model].flight_time_min.value;

/**
 * Percent of the battery that is left when a route lands in still air, percent of the flight time that is left then, and what
 * the plan keeps of it in reserve; null: not known. Slow flight takes more of the battery than of the flight time.
 */
export const batteryAtLandingAtom = atom((get) => {
  const minutes = get(flightMinutesAtom);
  const reserve_percent = get(chosenCampaignAtom)?.metrics?.["reserve_percent"] ?? null;
  return (route: FlightRouteRecord) => {
    const flight_time_min = minutes ?? batteryOf(route);
    return {
      left_percent: Math.max(0, windLoad({ ...route, flight_time_min }, 0).landing_percent),
      time_left_percent: batteryLeft(route.duration_s, flight_time_min),
      reserve_percent,
    };
  };
});

const secondsAtom = perPlant<number | null>(null);

/** Seconds of flight that the map shows; null until somebody looks at the flight. */
export const shownSecondsAtom = atom(
  (get) => {
    const seconds = get(secondsAtom);
    return seconds === null ? null : Math.min(seconds, get(flightSecondsAtom));
  },
  (get, set, seconds: number | null) =>
    set(
      secondsAtom,
      seconds === null ? null : Math.max(0, Math.min(seconds, get(flightSecondsAtom))),
    ),
);

/** Where the drone is at the shown time; null while no flight is shown. */
export const flightMomentAtom = atom((get) => {
  const seconds = get(shownSecondsAtom);
  const sorties = get(sortiesAtom);
  if (seconds === null || sorties.length === 0) return null;
  const at = Math.max(
    0,
    sorties.findLastIndex(({ from }) => from <= seconds),
  );
  const { route, clock, landing_percent, from } = sorties[at]!;
  const elapsed = seconds - from;
  return {
    ...clock.at(elapsed),
    route,
    elapsed_s: elapsed,
    duration_s: clock.seconds,
    battery_percent:
      100 - ((100 - landing_percent) * Math.min(elapsed, clock.seconds)) / clock.seconds,
  };
});

/** Goes to the next waypoint (1) or the one before (-1), over the sorties. */
export const stepWaypoint = atom(null, (get, set, sense: 1 | -1) => {
  const now = get(shownSecondsAtom) ?? 0;
  const times = get(sortiesAtom).flatMap(({ clock, from }) => [
    from,
    ...clock.reached.map((seconds) => from + seconds),
    from + clock.seconds,
  ]);
  // A waypoint that is shown now counts as passed, whatever was rounded.
  const next =
    sense > 0
      ? times.find((time) => time > now + 0.05)
      : times.findLast((time) => time < now - 0.05);
  set(shownSecondsAtom, next ?? (sense > 0 ? get(flightSecondsAtom) : 0));
});

/** Moves the shown time on. */
export const advanceSeconds = atom(null, (get, set, seconds: number) =>
  set(shownSecondsAtom, (get(shownSecondsAtom) ?? 0) + seconds),
);
