// Flown against planned: which planned photo lines the images of an analysis show, and where they have gaps.
import { planeAt, type Plane } from "../../geometry/plane.ts";
import { runPhotos } from "./photo-points.ts";
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
};

/** A stretch of a planned line without images, in the direction of flight. */
export type MissedStretch = {
  readonly from: Place;
  readonly to: Place;
  readonly metres: number;
  readonly photos: number;
};

export type FlownLine = {
  /** Index of the route, and of its photo run. */
  readonly route: number;
  readonly run: number;
  readonly planned_photos: number;
  readonly images: number;
  readonly missed: readonly MissedStretch[];
};

export type FlownLines = {
  readonly lines: readonly FlownLine[];
  /** Images that belong to no line: on the way, or of another flight. */
  readonly beside: number;
};

type Spot = readonly [x: number, y: number];
type Flown = Pick<FlightRoute, "waypoints" | "photo_runs">;

/** A line in the plane, with the metres along it at which images were taken. */
type Line = {
  readonly route: number;
  readonly run: number;
  readonly spots: readonly Spot[];
  readonly length: number;
  readonly height_m: number;
  readonly box: readonly [west: number, south: number, east: number, north: number];
  readonly taken: number[];
};

export function flownLines(routes: readonly Flown[], images: readonly TakenImage[]): FlownLines {
  const first = routes[0]?.waypoints[0]?.place;
  if (!first) return { lines: [], beside: images.length };
  const plane = planeAt(first);
  const lines = routes.flatMap((route, index) => linesOf(route, index, plane));
  let beside = 0;
  for (const image of images) {
    if (!countImage(lines, image, plane.toPlane(image.place[0], image.place[1]))) beside += 1;
  }
  return {
    lines: lines.map((line) => ({
      route: line.route,
      run: line.run,
      planned_photos: runPhotos(routes[line.route]!, runOf(routes, line)),
      images: line.taken.length,
      missed: missedOf(line, runOf(routes, line).distance_m, plane),
    })),
    beside,
  };
}

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
      spots,
      length: spots.slice(1).reduce((sum, [x, y], i) => {
        return sum + Math.hypot(x - spots[i]![0], y - spots[i]![1]);
      }, 0),
      height_m: flown.reduce((sum, { height_m }) => sum + height_m, 0) / flown.length,
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
function countImage(lines: readonly Line[], { height_m }: TakenImage, spot: Spot): boolean {
  const [x, y] = spot;
  const near = lines.flatMap((line) => {
    const [west, south, east, north] = line.box;
    if (x < west || x > east || y < south || y > north) return [];
    if (height_m !== null && !isAtHeight(line, height_m)) return [];
    const { beside, along } = nearestAlong(line.spots, spot);
    return beside <= flownLimits.beside_m ? [{ line, beside, along }] : [];
  });
  const least = near.reduce((most, { beside }) => Math.min(most, beside), Infinity);
  for (const { line, beside, along } of near) {
    if (beside <= least + flownLimits.tie_m) line.taken.push(along);
  }
  return near.length > 0;
}

function isAtHeight({ height_m: planned }: Line, height_m: number): boolean {
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
function missedOf({ spots, taken, length }: Line, trigger: number, plane: Plane): MissedStretch[] {
  const along = taken.toSorted((a, b) => a - b);
  // A photo is expected at the beginning and one trigger distance or less before the end.
  const marks = [-trigger, ...along, length + trigger];
  // Half a trigger distance more: images are not exactly where they were planned.
  const most = (flownLimits.missing_in_row + 0.5) * trigger;
  const stretches: MissedStretch[] = [];
  for (let i = 1; i < marks.length; i++) {
    const [before, after] = [marks[i - 1]!, marks[i]!];
    if (after - before <= most) continue;
    const [from, to] = [Math.max(0, before), Math.min(length, after)];
    if (to - from <= 0) continue;
    const photos = Math.max(1, Math.round((after - before) / trigger) - 1);
    const place = (metres: number): Place => {
      const [x, y] = spotAt(spots, metres);
      return plane.toLonLat(x, y);
    };
    stretches.push({ from: place(from), to: place(to), metres: to - from, photos });
  }
  return stretches;
}

function spotAt(spots: readonly Spot[], metres: number): Spot {
  let left = metres;
  for (let i = 1; i < spots.length; i++) {
    const [[ax, ay], [bx, by]] = [spots[i - 1]!, spots[i]!];
    const length = Math.hypot(bx - ax, by - ay);
    if (left <= length || i === spots.length - 1) {
      const part = length === 0 ? 0 : Math.min(1, left / length);
      return [ax + part * (bx - ax), ay + part * (by - ay)];
    }
    left -= length;
  }
  return spots[0]!;
}
