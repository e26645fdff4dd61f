// Where a raster really lies: the pattern of the plant's rows is looked for around the place that the file states.
import type { Geometry } from "../../component/component-index.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { windowsOf, type Windows } from "./place-check.ts";
import { fitted, REACHES, type PlaceFit } from "./place-fit.ts";
import { latticeOf } from "./place-lattice.ts";
import { LEAST_VALUES, readLook, surfaceMaker, type Look, type LookInput } from "./place-look.ts";
import { missesOf } from "./place-miss.ts";
import { compared, faceMaker, scouted, type Comparison } from "./place-rival.ts";
import { APART_M, hypotheses, isApart, type Hypothesis, type SearchReach } from "./place-search.ts";
import { endsOf, nearbyOf, rimOf, spreadOver, type Point } from "./place-window.ts";
import { movedBy, still, type Pose } from "./pose.ts";

/** Metres that a raster may lie beside its place at its middle, and radians that it may be turned. */
export const REACH_M = 3.5;
const MOST_TURN = 0.02;
/** Metres that a window may be moved, by shift and turn together. */
const WINDOW_REACH_M = 6;
const MOST_ENDS = 12;
const MOST_RIM = 8;
const MOST_LOOKS = 20;
/** Components among which windows are chosen. */
const MOST_CANDIDATES = 6000;
/** Cells in which components are found, in metres. */
const NEARBY_M = 8;
/** A turn or a distance from which windows are read again where they were found. */
const AGAIN = { turn: 0.0015, shift_m: 3 } as const;
const SECOND: SearchReach = { shift_m: 4.5, turn: 0.004 };
const MOST_RIVALS = 8;
/** Part of the windows that a second, closer look must find. */
const LEAST_AGAIN = 0.6;
/** A pattern that falls onto itself further away is no danger: no raster lies there. */
const LATTICE_M = 2 * REACH_M;

/** With less that differs, in square metres, the correlations are compared: another place reaches less of the best. */
export const LEAST_AREA_M2 = 3;
const OTHER = 0.75;

export type Placed = {
  readonly fit: PlaceFit;
  readonly middle: Point;
  /** Of the best place with the one that could most easily be taken for it; null without another one. */
  readonly rival: (Comparison & { readonly away_m: number }) | null;
  readonly looks: number;
  /** Mean correlation of the windows: of temperatures and of roughness together, at most 2. */
  readonly score: number;
  /** Root of the mean square distance of the windows from where the file states them. */
  readonly before: number;
  /** Reads more windows, between those of the fit. */
  readonly windows: () => Promise<Windows>;
  /** Compares the place that the file states with windows all over the raster, whatever the fit says. */
  readonly windowsThere: () => Promise<Windows>;
};

/**
 * Null where no window has a picture.
 * @param known_m metres within which the raster is known to lie; places further away are then no rivals
 */
export async function placeOf(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  known_m = Infinity,
): Promise<Placed | null> {
  const rows: number[] = [];
  for (let row = 0; row < geometry.count; row++) if (geometry.length[row]! > 0) rows.push(row);
  const candidates = seenOf(raster, geometry, rows, toPixel);
  if (candidates.length === 0) return null;
  const nearby = nearbyOf(geometry, rows, NEARBY_M);
  const input: LookInput = { raster, geometry, nearby, toPixel };
  const chosen = chosenOf(geometry, candidates, nearby);
  const middles = chosen.map((row): Point => [geometry.centreX[row]!, geometry.centreY[row]!]);
  let looks = await looksOf(input, middles, still, [0, 0]);
  if (looks.length === 0) return null;
  const middle: Point = [
    meanOf(looks.map((one) => one.middle[0])),
    meanOf(looks.map((one) => one.middle[1])),
  ];
  const makeSurface = surfaceMaker(input);
  let surfaces = looks.map((look) => makeSurface(look, 0));
  let found = hypotheses(surfaces, middle, still, {
    shift_m: Math.min(REACH_M, known_m),
    // One window says nothing of a turn.
    turn: looks.length > 1 ? MOST_TURN : 0,
  });
  const first = found[0];
  if (!first) return null;
  const isFar = Math.abs(first.pose.turn) > AGAIN.turn;
  if (isFar) {
    const around: Pose = { ...still, turn: first.pose.turn };
    const again = await looksOf(input, middles, around, middle);
    if (again.length > 0) {
      looks = again;
      surfaces = looks.map((look) => makeSurface(look, around.turn));
      found = hypotheses(surfaces, middle, around, {
        ...SECOND,
        shift_m: Math.min(SECOND.shift_m, known_m),
      });
    }
  }
  const best = found.slice(0, MOST_RIVALS);
  const scouts = looks.map((look) => scouted(look));
  const faces = faceMaker(input, scouts, middle);
  const own = best.map(({ pose }) => faces(pose));
  let champion = 0;
  for (let at = 1; at < best.length; at++)
    if (compared(scouts, own[at]!, own[champion]!).weight > 0) champion = at;
  const winner = best[champion]!;
  let fit: PlaceFit = {
    pose: winner.pose,
    residual: 0,
    used: 0,
    rejected: 0,
    agreed: new Set(),
    certainty: null,
  };
  let blur: number | null = null;
  for (const reach of REACHES) {
    const seen = missesOf(input, looks, fit.pose, middle, winner.sign, reach, blur);
    const { misses } = seen;
    blur = seen.blur;
    // In a blurred picture the peak is wider than the closer look reaches: the first one counts.
    const closer = fitted(fit.pose, middle, misses, looks.length);
    if (closer.used < Math.min(fit.used, LEAST_AGAIN * looks.length)) break;
    fit = closer;
    if (misses.length === 0) break;
  }
  const { sign } = winner;
  const exact = { ...winner, pose: fit.pose };
  const ownFaces = faces(fit.pose);
  // A pattern that falls onto itself is no worse where it overlaps, whatever the search said of it.
  const lattice = latticeOf(geometry, candidates, nearby, [APART_M, LATTICE_M]).map(([x, y]) => ({
    ...exact,
    pose: { ...fit.pose, dx: fit.pose.dx + x, dy: fit.pose.dy + y },
  }));
  const others: { readonly hypothesis: Hypothesis; readonly own: readonly Uint8Array[] }[] = [];
  for (const [at, hypothesis] of best.entries())
    if (at !== champion) others.push({ hypothesis, own: own[at]! });
  for (const hypothesis of lattice) {
    if (best.every((other) => isApart(surfaces, hypothesis, other, middle)))
      others.push({ hypothesis, own: faces(hypothesis.pose) });
  }
  let rival: Placed["rival"] = null;
  for (const { hypothesis, own: theirs } of others) {
    const comparison = compared(scouts, ownFaces, theirs);
    const isOther = comparison.area_m2 < LEAST_AREA_M2 && hypothesis.score < OTHER * winner.score;
    const { pose } = hypothesis;
    if (isOther || Math.hypot(pose.dx, pose.dy) > known_m) continue;
    const away_m = Math.hypot(pose.dx - fit.pose.dx, pose.dy - fit.pose.dy);
    if (!rival || comparison.share < rival.share) rival = { ...comparison, away_m };
  }
  const moved = movedBy(fit.pose, middle);
  const before = Math.sqrt(
    meanOf(
      looks.map((look) => {
        const [x, y] = moved(...look.middle);
        return (x - look.middle[0]) ** 2 + (y - look.middle[1]) ** 2;
      }),
    ),
  );
  return {
    fit,
    middle,
    rival,
    looks: looks.length,
    score: winner.score,
    before,
    windows: () => windowsOf(input, candidates, chosen, { fit, looks, middle, sign, blur }),
    windowsThere: () => {
      const there = { pose: still, residual: 0, agreed: new Set<Look>() };
      return windowsOf(input, candidates, [], { fit: there, looks: [], middle, sign, blur });
    },
  };
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** Components whose middle lies in the raster, evenly chosen. */
function seenOf(
  { width, height }: SurveyRaster,
  { centreX, centreY }: Geometry,
  rows: readonly number[],
  toPixel: ToPixel,
): number[] {
  const every = Math.max(1, Math.floor(rows.length / (4 * MOST_CANDIDATES)));
  const seen = rows.filter((row, at) => {
    if (at % every !== 0) return false;
    const [column, line] = toPixel(centreX[row]!, centreY[row]!);
    return column >= 0 && line >= 0 && column < width && line < height;
  });
  const step = Math.ceil(seen.length / MOST_CANDIDATES);
  return seen.filter((_, at) => at % step === 0);
}

/** Components in the middles of the windows: ends of rows, the rim of the plant, then any. */
function chosenOf(
  geometry: Geometry,
  candidates: readonly number[],
  nearby: LookInput["nearby"],
): number[] {
  const chosen = spreadOver(geometry, endsOf(geometry, candidates, nearby), MOST_ENDS);
  chosen.push(...spreadOver(geometry, rimOf(geometry, candidates, nearby), MOST_RIM, chosen));
  chosen.push(...spreadOver(geometry, candidates, MOST_LOOKS - chosen.length, chosen));
  return chosen;
}

async function looksOf(
  input: LookInput,
  middles: readonly Point[],
  around: Pose,
  middle: Point,
): Promise<Look[]> {
  const moved = movedBy(around, middle);
  for (const least of LEAST_VALUES) {
    const looks: Look[] = [];
    for (const one of middles) {
      const look = await readLook(input, one, moved(...one), WINDOW_REACH_M, least);
      if (look) looks.push(look);
    }
    if (looks.length > 0) return looks;
  }
  return [];
}
