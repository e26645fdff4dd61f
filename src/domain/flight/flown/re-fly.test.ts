import { describe, expect, it } from "vitest";
import { placesApart } from "../../geometry/ground-distance.ts";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import type { PlannedRoute } from "../plan/flight-plan-shape.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { routeFaults } from "../route/flight-fault.ts";
import type { FlightRoute, FlightType, Place } from "../route/flight-route.ts";
import { lightProblems, lightWindows, type FlightLight } from "../time/flight-light.ts";
import { wallClock } from "../../plant/plant-time.ts";
import type { TakenImage } from "./flown-line.ts";
import { photoPoints } from "./photo-points.ts";
import { reviewFlown, type FlownReview } from "./planned-again.ts";
import { planReFly } from "./re-fly.ts";

const start_ms = Date.UTC(2026, 5, 1, 15);
const areas = areasOf([rectangle(300, 120)], [rectangle(30, 30, 130, 40)]);
const settings = {
  ...defaultFlightSettings("M3T", ["pv_thermal"], start_ms),
  flight_time_min: 60,
};
const light: FlightLight = {
  place: areas.take_offs[0]!.place,
  time_zone: "America/Santiago",
  mountings: [],
};
const input = { name: "Spring", areas, target: null, settings };
const { routes } = planFlight(input);
type Route = FlightRoute & { readonly start_at: string | null; readonly is_re_fly: boolean };
const stored = (made: readonly PlannedRoute[], is_re_fly = true): Route[] =>
  made.map(({ start_ms: ms, ...route }) => {
    return { ...route, start_at: new Date(ms).toISOString(), is_re_fly };
  });
const first = stored(routes, false);

/** Every planned photo as an image, as far off as the place of a drone is; the same in every run. */
function imagesOf(flown: readonly FlightRoute[]): TakenImage[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  return flown.flatMap(photoPoints).map(({ place, height_m }) => {
    const metre = 1 / 111_195;
    return {
      place: [place[0] + metre * random(), place[1] + metre * random()],
      height_m,
    };
  });
}
const all = imagesOf(first);
const runOf = first.flatMap(photoPoints).map(({ run }) => run);
/** Photos of a run, counted in the run. */
const inRun = runOf.map((run, i) => i - runOf.indexOf(run));
const without = (isLost: (run: number, photo: number) => boolean) =>
  all.filter((_, i) => !isLost(runOf[i]!, inRun[i]!));

function again(known: readonly Route[], review: FlownReview, about = input, ready_ms = start_ms) {
  const missed = known.map((route, at) => ({
    route,
    stretches: review.lines
      .filter((line) => line.route === at)
      .flatMap(({ run, missed }) =>
        missed.flatMap(({ open }) => open.map((one) => ({ ...one, run }))),
      ),
  }));
  return planReFly(
    about,
    missed,
    known.map(({ name }) => name),
    ready_ms,
  );
}
const openOf = ({ lines }: FlownReview) =>
  lines.flatMap(({ missed }) => missed.flatMap((m) => m.open));
const metresOf = (stretches: readonly { readonly metres: number }[]) =>
  stretches.reduce((sum, { metres }) => sum + metres, 0);

/** Metres beside a bent line, from points every 10 cm on it: shares nothing with the code. */
function besideLine(place: Place, line: readonly Place[]): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const count = Math.max(1, Math.ceil(placesApart(a, b) / 0.1));
    for (let k = 0; k <= count; k++) {
      const on: Place = [a[0] + ((b[0] - a[0]) * k) / count, a[1] + ((b[1] - a[1]) * k) / count];
      least = Math.min(least, placesApart(place, on));
    }
  }
  return least;
}

describe("missed stretches are planned again", () => {
  it("once: the second click finds nothing, though images lie at the ends of the re-fly lines", () => {
    // Every second photo of five in a row, in every line: each stretch has images at both ends.
    const images = without((_, photo) => photo % 20 >= 8 && photo % 20 < 15);
    const review = reviewFlown(first, images);
    expect(openOf(review).length).toBeGreaterThan(20);
    const made = again(first, review);
    expect(made.problems).toEqual([]);
    const planned = made.routes.flatMap(({ photo_runs }) => photo_runs);
    expect(planned).toHaveLength(openOf(review).length);
    const known = [...first, ...stored(made.routes)];
    const after = reviewFlown(known, images);
    expect(openOf(after)).toEqual([]);
    // The lines that were missed are the same, and say what flies them.
    expect(after.lines.map(({ route, run }) => [route, run])).toEqual(
      review.lines.map(({ route, run }) => [route, run]),
    );
    const names = made.routes.map(({ name }) => name);
    for (const { missed } of after.lines)
      for (const { re_fly } of missed) expect(names).toContain(re_fly[0]);
    const repeated = after.repeats.flatMap(({ lines }) => lines.map(({ run }) => run));
    expect(new Set(repeated)).toEqual(
      new Set(review.lines.flatMap(({ run, missed }) => (missed.length > 0 ? [run] : []))),
    );
  });

  it("whatever the campaign is called: a name that ends in re-fly hides no route", () => {
    const named = { ...input, name: "Spring re-fly" };
    const own = stored(planFlight(named).routes, false);
    expect(own[0]!.name).toMatch(/ re-fly \d+$/);
    const review = reviewFlown(own, []);
    const lines = own.reduce((sum, { photo_runs }) => sum + photo_runs.length, 0);
    expect(openOf(review)).toHaveLength(lines);
    const made = again(own, review, named);
    expect(openOf(reviewFlown([...own, ...stored(made.routes)], []))).toEqual([]);
  });

  it("only what is new, where more is missed later", () => {
    const images = without((run, photo) => run === 2 && photo >= 10 && photo < 20);
    const review = reviewFlown(first, images);
    const made = again(first, review);
    const known = [...first, ...stored(made.routes)];
    const trigger = first[0]!.photo_runs[2]!.distance_m;
    const later = without((run, photo) => run === 2 && photo >= 10 && photo < 30);
    const open = openOf(reviewFlown(known, later));
    expect(open).toHaveLength(1);
    expect(Math.abs(metresOf(open) - 10 * trigger)).toBeLessThan(1.5);
  });

  it("again, where the re-fly route was flown in part", () => {
    const images = without((run) => run === 2 || run === 4);
    const made = again(first, reviewFlown(first, images));
    const known = [...first, ...stored(made.routes)];
    const flown = imagesOf(made.routes);
    const ofFirst = made.routes.flatMap(photoPoints).filter(({ run }) => run === 0).length;
    const half = [...images, ...flown.slice(0, ofFirst)];
    const review = reviewFlown(known, half);
    const missed = review.lines.filter((line) => line.missed.length > 0);
    // Of the line itself, not of the re-fly line that lies on it.
    expect(missed).toHaveLength(1);
    expect(openOf(review)).toHaveLength(1);
    const twice = again(known, review);
    expect(twice.routes.map(({ name }) => name)).toEqual(["Spring re-fly 2"]);
    const whole = reviewFlown([...known, ...stored(twice.routes)], half);
    expect(openOf(whole)).toEqual([]);
    const done = reviewFlown(known, [...images, ...flown]);
    expect(done.lines.flatMap(({ missed: left }) => left)).toEqual([]);
  });

  it("as the line is flown: round its bends, and as high", () => {
    const [route] = first;
    const { from, to } = route!.photo_runs[2]!;
    // Somebody has pulled the middle of the line 4 m aside and 6 m up.
    const [a, b] = [route!.waypoints[from]!, route!.waypoints[to]!];
    const bend = {
      ...a,
      place: [
        (a.place[0] + b.place[0]) / 2 + 3 / 111_195,
        (a.place[1] + b.place[1]) / 2 + 3 / 111_195,
      ] as Place,
      height_m: a.height_m + 6,
      damping_m: 0,
    };
    const waypoints = route!.waypoints.toSpliced(to, 0, bend);
    const photo_runs = route!.photo_runs.map((run, i) => ({
      ...run,
      from: run.from + (i > 2 ? 1 : 0),
      to: run.to + (i >= 2 ? 1 : 0),
    }));
    const edited = { ...route!, waypoints, photo_runs };
    const points = photoPoints(edited);
    const images = imagesOf([edited]).filter((_, i) => points[i]!.run !== 2);
    const made = again([edited], reviewFlown([edited], images));
    expect(made.problems).toEqual([]);
    const [refly] = made.routes;
    expect(refly!.photo_runs).toHaveLength(1);
    const line = waypoints.slice(from, to + 2).map(({ place }) => place);
    const photos = photoPoints(refly!);
    for (const { place } of photos) expect(besideLine(place, line)).toBeLessThan(0.1);
    expect(photos.length).toBe(points.filter(({ run }) => run === 2).length);
    expect(Math.max(...photos.map(({ height_m }) => height_m))).toBeGreaterThan(a.height_m + 5);
    const after = reviewFlown([edited, ...stored(made.routes)], images);
    expect(openOf(after)).toEqual([]);
  });

  it("with the photos and the speed of the height of the route, which a file may have brought", () => {
    // The campaign plans from 60 m; the route is flown at 23 m, where a pixel of 3 cm allows 3 m/s.
    const high = { ...input, settings: { ...settings, altitudes_m: { pv_thermal: 60 } } };
    const images = without((run) => run === 2);
    const [route] = again(first, reviewFlown(first, images), high).routes;
    expect(route!.altitude_agl_m).toBe(first[0]!.altitude_agl_m);
    expect(route!.photo_runs[0]!.distance_m).toBeCloseTo(first[0]!.photo_runs[2]!.distance_m, 6);
    expect(route!.speed_m_s).toBeCloseTo(3, 1);
  });

  it("over exactly the missed stretches, inside the areas, under a name of its own", () => {
    const images = without((run) => run === 2);
    const review = reviewFlown(first, images);
    const missed = first.map((route) => ({
      route,
      stretches: openOf(review).map((one) => ({ ...one, run: 2 })),
    }));
    const taken = [...first.map(({ name }) => name), "Spring re-fly 1"];
    const made = planReFly(input, missed.slice(0, 1), taken, start_ms);
    expect(made.routes.map(({ name }) => name)).toEqual(["Spring re-fly 2"]);
    expect(made.routes.flatMap((route) => routeFaults(route, areas))).toEqual([]);
    const [run] = made.routes[0]!.photo_runs;
    const { waypoints } = made.routes[0]!;
    const old = first[0]!.photo_runs[2]!;
    for (const [end, was] of [
      [run!.from, old.from],
      [run!.to, old.to],
    ] as const)
      expect(placesApart(waypoints[end]!.place, first[0]!.waypoints[was]!.place)).toBeLessThan(
        0.05,
      );
  });
});

describe("the start of re-fly routes", () => {
  const lit = { ...input, light };
  it("is in light, and not before the drone is free", () => {
    const images = without((run) => run < 3);
    // Ready in the evening at the plant: the next day.
    const ready_ms = Date.UTC(2026, 5, 3, 23);
    const { routes: made } = again(first, reviewFlown(first, images), lit, ready_ms);
    expect(made.length).toBeGreaterThan(0);
    const windows = lightWindows(light);
    for (const route of stored(made)) {
      expect(Date.parse(route.start_at!)).toBeGreaterThanOrEqual(ready_ms);
      expect(lightProblems(route, light, windows)).toEqual([]);
    }
  });

  it("is at the hour of the missed route where collectors follow the sun, with its view", () => {
    const type: FlightType = "full_sca_online";
    const online = first.map((route) => ({
      ...route,
      flight_type: type,
      waypoints: route.waypoints.map((one) => ({ ...one, heading_deg: 90, gimbal_pitch_deg: -50 })),
    }));
    const images = without((run) => run < 3);
    const about = { ...lit, settings: { ...settings, flight_types: [type] } };
    const ready_ms = Date.UTC(2026, 5, 3, 23);
    const made = again(online, reviewFlown(online, images), about, ready_ms);
    const hour = (ms: number) => wallClock(light.time_zone, ms) % 86_400_000;
    expect(hour(made.routes[0]!.start_ms)).toBe(hour(Date.parse(online[0]!.start_at!)));
    expect(made.routes[0]!.start_ms).toBeGreaterThan(ready_ms);
    expect(made.routes[0]!.waypoints[3]).toMatchObject({ heading_deg: 90, gimbal_pitch_deg: -50 });
  });
});

describe("missed stretches of a camera that was tilted", () => {
  it("are flown with its pitch, heading and photos, though the campaign now looks straight down", () => {
    const tilted = { ...input, settings: { ...settings, gimbal_pitch_deg: -70 } };
    const known = stored(planFlight(tilted).routes, false);
    const images = imagesOf(known).filter((_, i) => i % 40 < 25);
    const made = again(known, reviewFlown(known, images));
    expect(made.problems).toEqual([]);
    const { heading_deg } = known[0]!.waypoints[0]!;
    expect(heading_deg).not.toBeNull();
    for (const { waypoints, photo_runs, speed_m_s } of made.routes) {
      for (const waypoint of waypoints)
        expect(waypoint).toMatchObject({ heading_deg, gimbal_pitch_deg: -70 });
      // A quarter of 15.507 m, and 2.7 m/s: worked out in flown-facts.test.ts.
      for (const { distance_m } of photo_runs) expect(distance_m).toBeCloseTo(3.877, 2);
      expect(speed_m_s).toBeCloseTo(2.7, 2);
    }
  });
});
