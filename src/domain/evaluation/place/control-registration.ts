// The place of a raster that a person has set by control points, checked and refined by the rows in the picture.
import type { Geometry } from "../../component/component-index.ts";
import type { ControlFit } from "./control-point.ts";
import { movedBy, type Pose } from "./pose.ts";
import type { Point } from "./place-window.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { registerRaster, type ControlStatement, type Registered } from "../registration.ts";

/** Metres within which the rows must lie where the points say: half of the smallest distance between two modules. */
export const AGREES_M = 0.45;

/**
 * Looks for the rows around the place that the points say. Where they are clearly there, they refine it. Where they
 * are clearly elsewhere, the place is ambiguous. Where a neighbouring place looks the same, the points decide; where
 * nothing is found, the points alone are the place.
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
  const free = await registerRaster(raster, geometry, start);
  const isClear = free !== null && !free.registration.is_ambiguous;
  if (free && isClear && free.registration.before_m > AGREES_M)
    return withStatement(free, { ...statement, check: "contradicts" }, pose, middle, stated);
  const found = isClear ? free : await nearby(raster, geometry, start, free);
  if (found) return withStatement(found, { ...statement, check: "agrees" }, pose, middle, stated);
  return {
    registration: {
      shift_m: [pose.dx, pose.dy],
      turn_mrad: pose.turn * 1000,
      scale: pose.scale,
      residual_m,
      before_m: Math.hypot(pose.dx, pose.dy),
      blocks: 0,
      rejected: 0,
      is_ambiguous: false,
      rival_m: null,
      uncertainty_m: null,
      ground_alike: null,
      divided: null,
      control: { ...statement, check: "none" },
    },
    toPixel: start,
    pose,
    middle,
    certainty: null,
    windows: null,
  };
}

/** The rows close to the points, of which the points exclude all other places; null where they are not there. */
async function nearby(
  raster: SurveyRaster,
  geometry: Geometry,
  start: ToPixel,
  free: Registered | null,
): Promise<Registered | null> {
  // Lines of tubes have one place across the rows; along them the points say more than too few ends.
  if (geometry.type === "absorber_tube")
    return free && free.registration.before_m <= AGREES_M ? free : null;
  const found = await registerRaster(raster, geometry, start, AGREES_M);
  const isThere =
    found !== null && !found.registration.is_ambiguous && found.registration.before_m <= AGREES_M;
  return isThere ? found : null;
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
  };
}
