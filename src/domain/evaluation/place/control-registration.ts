// The place of a raster that a person has set by control points, checked and refined by the rows in the picture.
import type { Geometry } from "../../component/component-index.ts";
import type { ControlFit } from "./control-point.ts";
import { movedBy, type Pose } from "./pose.ts";
import type { Point } from "./place-window.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import {
  lookedFor,
  worstOf,
  type ControlStatement,
  type LookedFor,
  type Registered,
} from "../registration.ts";
import { tubeWindows } from "./tube-window.ts";

/** Metres within which the rows must lie where the points say: half of the smallest distance between two modules. */
export const AGREES_M = 0.45;

/**
 * Looks for the rows around the place that the points say. Where they are clearly there, they refine it, also where they
 * leave its place open by more than the limit: each component then says whether it is sure. Where they are clearly
 * elsewhere, the place is ambiguous. Where a neighbouring place looks the same, the points decide. Where the rows have no
 * common place, what agrees with the points is sure. The points alone are the place where there is no pattern at all.
 * @param points by which `fit` was made
 */
export async function controlledRaster(
  raster: SurveyRaster,
  geometry: Geometry,
  stated: ToPixel,
  fit: ControlFit,
): Promise<Registered> {
  const { pose, middle, residual_m } = fit;
  const moved = movedBy(pose, middle);
  const start: ToPixel = (x, y) => stated(...moved(x, y));
  const statement = { points: fit.residuals.length, residual_m };
  const free = await lookedFor(raster, geometry, start);
  if (free.found && !free.doubt && free.found.registration.before_m > AGREES_M)
    return withStatement(free.found, { ...statement, check: "contradicts" }, pose, middle, stated);
  const near = await nearby(raster, geometry, start, free);
  if (near.rows)
    return withStatement(near.rows, { ...statement, check: "agrees" }, pose, middle, stated);
  const compare = near.windowsThere ?? free.windowsThere;
  const windows = compare ? await compare() : null;
  const isCompared = windows !== null && windows.agreed.length + windows.strayed.length > 0;
  const certainty = isCompared ? null : fit.certainty(pixelAt(start, middle));
  const uncertainty_m = certainty ? worstOf(certainty, raster, geometry, start, middle) : null;
  const isSure = certainty
    ? certainty.at(...middle) <= certainty.limit_m
    : windows!.agreed.length > 0;
  return {
    registration: {
      shift_m: [pose.dx, pose.dy],
      turn_mrad: pose.turn * 1000,
      scale: pose.scale,
      residual_m,
      before_m: Math.hypot(pose.dx, pose.dy),
      blocks: isCompared ? windows.agreed.length : 0,
      rejected: isCompared ? windows.strayed.length : 0,
      is_ambiguous: !isSure,
      rival_m: null,
      uncertainty_m,
      ground_alike: null,
      divided: null,
      shifted: null,
      control: { ...statement, check: "none" },
    },
    toPixel: start,
    pose,
    middle,
    certainty,
    windows: isCompared ? windows : null,
    shifted: null,
  };
}

type Near = Pick<LookedFor, "windowsThere"> & { readonly rows: Registered | null };

/** The rows close to the points, of which the points exclude all other places; null where they are not there. */
async function nearby(
  raster: SurveyRaster,
  geometry: Geometry,
  start: ToPixel,
  free: LookedFor,
): Promise<Near> {
  const isThere = ({ found }: LookedFor) =>
    found !== null && found.registration.before_m <= AGREES_M;
  // Lines of tubes have one place across the rows; along them the points say more than too few ends.
  const isTube = geometry.type === "absorber_tube";
  const near = isTube || !free.doubt ? free : await lookedFor(raster, geometry, start, AGREES_M);
  const isRival = near.doubt === "rival" && !isTube;
  const rows = isThere(near) && !isRival ? near.found : null;
  if (!rows || rows.windows || !isTube) return { rows, windowsThere: near.windowsThere };
  const moved = movedBy(rows.pose, rows.middle);
  const windows = await tubeWindows(raster, geometry, (x, y) => start(...moved(x, y)));
  return { rows: { ...rows, windows }, windowsThere: near.windowsThere };
}

/** Metres of a pixel there, along its longer side. */
function pixelAt(toPixel: ToPixel, [x, y]: Point): number {
  const [column, line] = toPixel(x, y);
  const sides = [toPixel(x + 1, y), toPixel(x, y + 1)].map(([px, py]) =>
    Math.hypot(px - column, py - line),
  );
  return 1 / Math.min(...sides);
}

/** The movement of the points and then that of the rows, as one. */
function withStatement(
  { registration, pose, middle, certainty, windows }: Registered,
  control: ControlStatement,
  first: Pose,
  about: Point,
  stated: ToPixel,
): Registered {
  const [outer, inner] = [movedBy(first, about), movedBy(pose, middle)];
  const moved = (x: number, y: number) => outer(...inner(x, y));
  const [x, y] = moved(...middle);
  const both: Pose = {
    dx: x - middle[0],
    dy: y - middle[1],
    turn: first.turn + pose.turn,
    scale: first.scale * pose.scale,
  };
  const isContradicted = control.check === "contradicts";
  return {
    registration: {
      ...registration,
      shift_m: [both.dx, both.dy],
      turn_mrad: both.turn * 1000,
      scale: both.scale,
      is_ambiguous: isContradicted,
      rival_m: isContradicted ? registration.before_m : null,
      control,
    },
    toPixel: isContradicted ? stated : (px, py) => stated(...moved(px, py)),
    pose: both,
    middle,
    certainty,
    windows,
    shifted: null,
  };
}
