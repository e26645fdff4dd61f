import { describe, expect, it } from "vitest";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import type { FlightRoute, Place } from "../route/flight-route.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { flownLines, type TakenImage } from "./flown-line.ts";
import { photoPoints } from "./photo-points.ts";
import { placesApart } from "../../geometry/ground-distance.ts";

const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), flight_time_min: 60 };
const areas = areasOf([rectangle(300, 120)], [rectangle(30, 30, 130, 40)]);
const input = { name: "Spring", areas, target: null, settings };
const { routes } = planFlight(input);

/** Every planned photo as an image, about as far off as GPS is; the same numbers in every run. */
function imagesOf(flown: readonly FlightRoute[], off_m: number): TakenImage[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  return flown.flatMap(photoPoints).map(({ place, height_m }) => {
    const metre = 1 / 111_195;
    const place_off: Place = [
      place[0] + 2 * off_m * random() * metre,
      place[1] + 2 * off_m * random() * metre,
    ];
    return { place: place_off, height_m };
  });
}

/** Runs of planned photos without an image within 0.8 trigger distances: counted apart, photo by photo. */
function gapsByPhoto(flown: readonly FlightRoute[], images: readonly TakenImage[]): string[] {
  return flown.flatMap((route, r) =>
    route.photo_runs.flatMap((run, index) => {
      const due = photoPoints(route).filter((point) => point.run === index);
      let row = 0;
      let longest = 0;
      for (const { place } of due) {
        const isTaken = images.some((one) => placesApart(one.place, place) < 0.8 * run.distance_m);
        row = isTaken ? 0 : row + 1;
        longest = Math.max(longest, row);
      }
      return longest >= 2 ? [`${r}:${index}`] : [];
    }),
  );
}
const missedLines = (images: readonly TakenImage[]) =>
  flownLines(routes, images)
    .lines.filter(({ missed }) => missed.length > 0)
    .map(({ route, run }) => `${route}:${run}`);

describe("flown against planned", () => {
  it("counts for each line the images of its camera, and those that do not say theirs", () => {
    const images = imagesOf(routes, 0);
    const of = (is_thermal: boolean | null) => images.map((one) => ({ ...one, is_thermal }));
    const geometry = routes.map((route) => ({
      ...route,
      flight_type: "full_sca_offline" as const,
    }));
    const missed = (flown: typeof geometry | typeof routes, taken: readonly TakenImage[]) => {
      const { lines, other_camera } = flownLines(flown, taken);
      return [lines.filter((line) => line.missed.length > 0).length, other_camera];
    };
    const lines = routes.flatMap(({ photo_runs }) => photo_runs).length;
    expect(missed(routes, of(true))).toEqual([0, 0]);
    expect(missed(routes, of(null))).toEqual([0, 0]);
    expect(missed(routes, of(false))).toEqual([lines, images.length]);
    expect(missed(geometry, of(false))).toEqual([0, 0]);
    expect(missed(geometry, of(true))).toEqual([lines, images.length]);
    // Both kinds of flight over the same lines: each image counts for those of its camera alone.
    expect(missed([...routes, ...geometry], of(false))).toEqual([lines, 0]);
  });

  it("misses nothing where every photo was taken, with the error of a GPS", () => {
    for (const off of [0, 0.5, 1]) {
      const images = imagesOf(routes, off);
      const { lines, beside } = flownLines(routes, images);
      expect(lines.flatMap(({ missed }) => missed)).toEqual([]);
      expect(beside).toBe(0);
      expect(lines.reduce((sum, one) => sum + one.planned_photos, 0)).toBe(images.length);
    }
  });

  it("finds the gaps that were made, and only those", () => {
    const all = imagesOf(routes, 0.5);
    const points = routes.flatMap(photoPoints);
    const ofRun = (run: number) => points.flatMap((point, i) => (point.run === run ? [i] : []));
    const whole = new Set(ofRun(1));
    const middle = new Set(ofRun(3).slice(10, 16));
    const single = new Set(ofRun(5).slice(10, 11));
    const start = new Set(ofRun(6).slice(0, 4));
    const end = new Set(ofRun(7).slice(-4));
    const lost = [whole, middle, single, start, end];
    const images = all.filter((_, i) => !lost.some((set) => set.has(i)));
    expect(missedLines(images)).toEqual(gapsByPhoto(routes, images));
    expect(missedLines(images)).toEqual(["0:1", "0:3", "0:6", "0:7"]);
    const { lines } = flownLines(routes, images);
    expect(lines[1]!.images).toBe(0);
    const [gap] = lines[3]!.missed;
    const trigger = routes[0]!.photo_runs[3]!.distance_m;
    expect(gap!.photos).toBe(6);
    // From the last image before the gap to the first one after it.
    expect(Math.abs(gap!.metres - 7 * trigger)).toBeLessThan(2);
    expect(placesApart(gap!.path[0]!.place, points[ofRun(3)[9]!]!.place)).toBeLessThan(1.5);
    expect(placesApart(gap!.path.at(-1)!.place, points[ofRun(3)[16]!]!.place)).toBeLessThan(1.5);
  });

  it("counts no images of another height, and none beside the lines", () => {
    const high = imagesOf(routes, 0).map((image) => ({ ...image, height_m: 90 }));
    expect(flownLines(routes, high).beside).toBe(high.length);
    const unknown = imagesOf(routes, 0).map((image) => ({ ...image, height_m: null }));
    expect(missedLines(unknown)).toEqual([]);
    const beside: TakenImage = { place: areas.take_offs[0]!.place, height_m: null };
    expect(flownLines(routes, [beside]).beside).toBe(1);
  });

  it("compares with the height planned there: over a slope the ends of a line are not its middle", () => {
    // 400 m on 8 percent, 30 m above the ground: 30 m above take-off at one end, 62 m at the other.
    const degrees = 400 / 111_195;
    const end = (part: number) => ({
      place: [-3, 37 + part * degrees] as const,
      height_m: 30 + part * 400 * 0.08,
      heading_deg: null,
      gimbal_pitch_deg: -90,
      damping_m: 0,
    });
    const slope: FlightRoute = {
      ...routes[0]!,
      waypoints: [end(0), end(1)],
      photo_runs: [{ from: 0, to: 1, distance_m: 4 }],
    };
    // Counted from the ends, not from the plan's own photo points.
    const images = Array.from({ length: 101 }, (_, i): TakenImage => {
      const { place, height_m } = end(i / 100);
      return { place, height_m };
    });
    expect(flownLines([slope], images)).toMatchObject({ beside: 0, lines: [{ missed: [] }] });
    // At the height of the middle the ends were not flown.
    const level = images.map((image) => ({ ...image, height_m: 46 }));
    const [line] = flownLines([slope], level).lines;
    expect(line!.missed).toHaveLength(2);
  });

  it("counts images of a line that lies a little beside the first for both", () => {
    const beside = routes.map((route) => ({
      ...route,
      waypoints: route.waypoints.map((waypoint) => {
        const [lon, lat] = waypoint.place;
        // Half a metre to the north-east.
        return { ...waypoint, place: [lon + 3.5e-6, lat + 3.5e-6] as const };
      }),
    }));
    const { lines } = flownLines([...routes, ...beside], imagesOf(beside, 0));
    expect(lines.flatMap((line) => line.missed)).toEqual([]);
  });
});
