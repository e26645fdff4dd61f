// Flown against planned: which planned photo lines the images of an analysis show, and where they have gaps.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { Plane } from "../../geometry/plane.ts";
import { runPhotos } from "./photo-points.ts";
import { isThermal } from "../plan/capture.ts";
import type { FlightRoute, Place } from "../route/flight-route.ts";

/** How exactly a position must meet a line. Every number is shown with the result. */
export const flownLimits = {
  /** Metres beside a line: drones without RTK are off by one to three metres. */
  beside_m: 5,
  /** An image counts for every line that is at most so many metres farther than the nearest. */
  tie_m: 1,
  /** Metres of height, or percent of the planned one if that is more. */
  height_m: 5,
  height_percent: 25,
  /** Photos in a row that must be missing before the line is flown again. */
  missing_in_row: 2,
} as const;

export type TakenImage = {
  readonly place: Place;
  /** Metres above the take-off position; null where the image does not say. */
  readonly height_m: number | null;
  /** Whether a thermal camera has taken it; null or absent where the image does not say. */
  readonly is_thermal?: boolean | null;
};

/** A place on a line, and its metres above the take-off position. */
export type PathSpot = { readonly place: Place; readonly height_m: number };

/** A stretch of a planned line without images, in the direction of flight. */
export type MissedStretch = {
  /** Metres along the line at which it begins and ends. */
  readonly from_m: number;
  readonly to_m: number;
  /** Its ends, with the waypoints between them: as the line is flown. */
  readonly path: readonly PathSpot[];
  readonly metres: number;
  readonly photos: number;
};

export type FlownLine = {
  /** Index of the route, and of its photo run. */
  readonly route: number;
  readonly run: number;
  readonly planned_photos: number;
  readonly images: number;
  /** Images further from its ends than half a trigger distance: those are no images of the line that it repeats. */
  readonly within: number;
  readonly missed: readonly MissedStretch[];
};

export type FlownLines = {
  readonly lines: readonly FlownLine[];
  /** Images that belong to no line: on the way, or of another flight. */
  readonly beside: number;
  /** Images that are known to be of a camera that none of the routes needs. They count nowhere else. */
  readonly other_camera: number;
};

type Spot = readonly [x: number, y: number];
type Flown = Pick<FlightRoute, "flight_type" | "waypoints" | "photo_runs">;

/** A line in the plane, with the metres along it at which images were taken. */
type Line = {
  readonly route: number;
  readonly run: number;
  /** Whether thermal images are what its flight is for. */
  readonly is_thermal: boolean;
  readonly spots: readonly Spot[];
  /** Metres above the take-off position, of each spot. */
  readonly heights: readonly number[];
  readonly length: number;
  readonly box: readonly [west: number, south: number, east: number, north: number];
  readonly taken: number[];
};

/**
 * A drone with two cameras takes both at once, and either may be missing in an analysis: a line counts the images of the
 * camera that its flight is for, and those that do not say their camera.
 */
export function flownLines(routes: readonly Flown[], taken: readonly TakenImage[]): FlownLines {
  const images = taken.filter((image) => {
    return (
      routes.length === 0 || routes.some((route) => isOfCamera(image, isThermal(route.flight_type)))
    );
  });
  const other_camera = taken.length - images.length;
  const first = routes[0]?.waypoints[0]?.place;
  if (!first) return { lines: [], beside: images.length, other_camera };
  const plane = localPlaneAt(first);
  const lines = routes.flatMap((route, index) => linesOf(route, index, plane));
  let beside = 0;
  for (const image of images) {
    if (!countImage(lines, image, plane.toPlane(image.place[0], image.place[1]))) beside += 1;
  }
  return {
    lines: lines.map((line) => {
      const run = runOf(routes, line);
      const edge = run.distance_m / 2;
      return {
        route: line.route,
        run: line.run,
        planned_photos: runPhotos(routes[line.route]!, run),
        images: line.taken.length,
        within: line.taken.filter((along) => along > edge && along < line.length - edge).length,
        missed: missedOf(line, run.distance_m, plane),
      };
    }),
    beside,
    other_camera,
  };
}

const isOfCamera = ({ is_thermal = null }: TakenImage, is_wanted: boolean) =>
  is_thermal === null || is_thermal === is_wanted;

const runOf = (routes: readonly Flown[], { route, run }: Line) => routes[route]!.photo_runs[run]!;

function linesOf(route: Flown, index: number, plane: Plane): Line[] {
  return route.photo_runs.map((run, at) => {
    const flown = route.waypoints.slice(run.from, run.to + 1);
    const spots = flown.map(({ place }): Spot => plane.toPlane(place[0], place[1]));
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    const reach = flownLimits.beside_m;
    return {
      route: index,
      run: at,
      is_thermal: isThermal(route.flight_type),
      spots,
      heights: flown.map(({ height_m }) => height_m),
      length: spots.slice(1).reduce((sum, [x, y], i) => {
        return sum + Math.hypot(x - spots[i]![0], y - spots[i]![1]);
      }, 0),
      box: [
        Math.min(...xs) - reach,
        Math.min(...ys) - reach,
        Math.max(...xs) + reach,
        Math.max(...ys) + reach,
      ],
      taken: [],
    };
  });
}

/** Counts the image for the lines that it lies on. False where it lies on none. */
function countImage(lines: readonly Line[], image: TakenImage, spot: Spot): boolean {
  const { height_m } = image;
  const [x, y] = spot;
  const near = lines.flatMap((line) => {
    if (!isOfCamera(image, line.is_thermal)) return [];
    const [west, south, east, north] = line.box;
    if (x < west || x > east || y < south || y > north) return [];
    const { beside, along } = nearestAlong(line.spots, spot);
    if (height_m !== null && !isAtHeight(heightAt(line, along), height_m)) return [];
    return beside <= flownLimits.beside_m ? [{ line, beside, along }] : [];
  });
  const least = near.reduce((most, { beside }) => Math.min(most, beside), Infinity);
  for (const { line, beside, along } of near) {
    if (beside <= least + flownLimits.tie_m) line.taken.push(along);
  }
  return near.length > 0;
}

/** The planned height so many metres along a line: over a slope each of its ends has another. */
function heightAt({ spots, heights }: Line, along: number): number {
  let flown = 0;
  for (let i = 1; i < spots.length; i++) {
    const length = Math.hypot(spots[i]![0] - spots[i - 1]![0], spots[i]![1] - spots[i - 1]![1]);
    if (along <= flown + length && length > 0) {
      const part = Math.max(0, along - flown) / length;
      return heights[i - 1]! + part * (heights[i]! - heights[i - 1]!);
    }
    flown += length;
  }
  return heights.at(-1) ?? 0;
}

function isAtHeight(planned: number, height_m: number): boolean {
  const { height_m: metres, height_percent } = flownLimits;
  return Math.abs(height_m - planned) <= Math.max(metres, (planned * height_percent) / 100);
}

/** Metres from the spot to the line, and metres along the line up to there. */
export function nearestAlong(
  spots: readonly Spot[],
  [x, y]: Spot,
): { beside: number; along: number } {
  let best = { beside: Infinity, along: 0 };
  let flown = 0;
  for (let i = 1; i < spots.length; i++) {
    const [[ax, ay], [bx, by]] = [spots[i - 1]!, spots[i]!];
    const length = Math.hypot(bx - ax, by - ay);
    const dot = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
    const along = Math.min(length, Math.max(0, dot));
    const part = length === 0 ? 0 : along / length;
    const beside = Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
    if (beside < best.beside) best = { beside, along: flown + along };
    flown += length;
  }
  return best;
}

/** The stretches in which enough photos in a row are missing. */
function missedOf(line: Line, trigger: number, plane: Plane): MissedStretch[] {
  const { taken, length } = line;
  const along = taken.toSorted((a, b) => a - b);
  // A photo is expected at the beginning and one trigger distance or less before the end.
  const marks = [-trigger, ...along, length + trigger];
  const most = longestGap(trigger);
  const stretches: MissedStretch[] = [];
  for (let i = 1; i < marks.length; i++) {
    const [before, after] = [marks[i - 1]!, marks[i]!];
    if (after - before <= most) continue;
    const [from_m, to_m] = [Math.max(0, before), Math.min(length, after)];
    if (to_m - from_m <= 0) continue;
    const photos = Math.max(1, Math.round((after - before) / trigger) - 1);
    const path = pathAlong(line, from_m, to_m, plane);
    stretches.push({ from_m, to_m, path, metres: to_m - from_m, photos });
  }
  return stretches;
}

/** Metres without an image from which on the line is flown again. Half a trigger distance more: no image is exactly where it was planned. */
export const longestGap = (trigger: number) => (flownLimits.missing_in_row + 0.5) * trigger;

/** What of a stretch lies between two distances along its line. */
export function partOfStretch(stretch: MissedStretch, from_m: number, to_m: number): MissedStretch {
  const first = stretch.path[0];
  if (!first || (from_m <= stretch.from_m && to_m >= stretch.to_m)) return stretch;
  const plane = localPlaneAt(first.place);
  const spots = stretch.path.map(({ place }): Spot => plane.toPlane(place[0], place[1]));
  const heights = stretch.path.map(({ height_m }) => height_m);
  const begin = stretch.from_m;
  const path = pathAlong({ spots, heights }, from_m - begin, to_m - begin, plane);
  const metres = to_m - from_m;
  const photos = Math.max(1, Math.round((stretch.photos * metres) / stretch.metres));
  return { from_m, to_m, path, metres, photos };
}

/** The part of a line between two distances along it: its ends, and the waypoints between them. */
function pathAlong(
  { spots, heights }: Pick<Line, "spots" | "heights">,
  from: number,
  to: number,
  plane: Plane,
): PathSpot[] {
  const path: PathSpot[] = [];
  let flown = 0;
  const add = ([x, y]: Spot, height_m: number) =>
    path.push({ place: plane.toLonLat(x, y), height_m });
  for (let i = 1; i < spots.length; i++) {
    const [[ax, ay], [bx, by]] = [spots[i - 1]!, spots[i]!];
    const [a, b] = [heights[i - 1]!, heights[i]!];
    const length = Math.hypot(bx - ax, by - ay);
    const [begin, end] = [Math.max(from, flown), Math.min(to, flown + length)];
    const addAt = (metres: number) => {
      const part = length === 0 ? 0 : (metres - flown) / length;
      add([ax + part * (bx - ax), ay + part * (by - ay)], a + part * (b - a));
    };
    if (end - begin > SHORTEST_LEG_M) {
      if (path.length === 0) addAt(begin);
      addAt(end);
    }
    flown += length;
  }
  return path;
}

/** Metres; what is shorter is the rounding of two sums. */
const SHORTEST_LEG_M = 1e-6;
