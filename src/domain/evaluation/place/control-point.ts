// Points that a person sets to say where a raster lies: where the picture shows each, and where the plant has it.
import { z } from "zod";
import type { Refusal } from "../../error.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { LonLat } from "../../geometry/plane.ts";
import { certaintyOf, type Certainty, type Rest } from "./place-certainty.ts";
import { movedBy, type Pose } from "./pose.ts";
import type { Point } from "./place-window.ts";

/** What the rows of the picture say of a place that a person has set. */
export const controlChecks = ["agrees", "none", "contradicts"] as const;
export type ControlCheck = (typeof controlChecks)[number];

const placeShape = z.tuple([z.number().min(-180).max(180), z.number().min(-85).max(85)]);

export const controlPointShape = z.object({
  /** Longitude and latitude in degrees (EPSG:4326) where the picture shows it, by the place that its file states. */
  seen: placeShape,
  /** Where it is in the plant. */
  place: placeShape,
});
export type ControlPoint = z.infer<typeof controlPointShape>;

export const controlCount = { least: 2, most: 4 } as const;
export const controlPointsShape = z.array(controlPointShape).max(controlCount.most);

/** The points of one file of an analysis. */
export const rasterControlShape = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  points: controlPointsShape,
});
export type RasterControl = z.infer<typeof rasterControlShape>;

/** Metres between the two points that are furthest apart, and between any two. */
export const LEAST_SPREAD_M = 10;
const LEAST_APART_M = 2;
/** An error of a point grows with the distance beyond the points: they reach over a quarter of the plant in view. */
const LEAST_SPREAD_SHARE = 0.25;
/** Metres that a raster may lie beside the plant. */
const MOST_SHIFT_M = 50;
/** Radians and share that a raster may be turned and stretched. */
const MOST_TURN = 0.06;
const MOST_SCALE = 0.02;
/** Metres that a point may lie beside the common movement. */
export const MOST_CONTROL_RESIDUAL_M = 0.25;

export type ControlFit = {
  /** Moves the plant onto the picture where its file states it, in metres on the plant plane. */
  readonly pose: Pose;
  readonly middle: Point;
  /** Metres by which each point lies beside it, in their order. */
  readonly residuals: readonly number[];
  /** Root of their mean square. */
  readonly residual_m: number;
  /** Metres between the two points that are furthest apart. */
  readonly spread_m: number;
  /** How well the place of a component is known by the points alone. @param pixel_m side of a pixel in metres */
  certainty(pixel_m: number): Certainty;
};

/** Metres that a person sets a point wrong along one axis, and the numbers for which that counts. Our assumption. */
const BY_HAND = { error_m: 0.05, count: 4 } as const;

/**
 * The shift and turn that fit all points best (least squares), from three points on also the scale; null for fewer
 * than two points, or all at one place.
 */
export function controlFit(points: readonly ControlPoint[], origin: LonLat): ControlFit | null {
  if (points.length < controlCount.least) return null;
  const plane = localPlaneAt(origin);
  const places = points.map(({ place }) => plane.toPlane(...place));
  const seen = points.map((one) => plane.toPlane(...one.seen));
  const [middle, other] = [meanOf(places), meanOf(seen)];
  let [cos, sin, square] = [0, 0, 0];
  for (const [at, [x, y]] of places.entries()) {
    const [px, py] = [x - middle[0], y - middle[1]];
    const [qx, qy] = [seen[at]![0] - other[0], seen[at]![1] - other[1]];
    cos += px * qx + py * qy;
    sin += px * qy - py * qx;
    square += px * px + py * py;
  }
  if (!(square > 0) || !(Math.hypot(cos, sin) > 0)) return null;
  const pose: Pose = {
    dx: other[0] - middle[0],
    dy: other[1] - middle[1],
    turn: Math.atan2(sin, cos),
    // Two points leave one number over: the difference of their distances, which is their residual.
    scale: points.length > 2 ? Math.hypot(cos, sin) / square : 1,
  };
  const moved = movedBy(pose, middle);
  const residuals = places.map((place, at) => apart(moved(...place), seen[at]!));
  const residual_m = Math.sqrt(
    residuals.reduce((sum, one) => sum + one * one, 0) / residuals.length,
  );
  const spread_m = Math.max(...places.flatMap((a) => places.map((b) => apart(a, b))));
  const rests = places.map(([x, y], at): Rest => {
    const [px, py] = moved(x, y);
    const [east, north] = [seen[at]![0] - px, seen[at]![1] - py];
    return { x: x - middle[0], y: y - middle[1], east, north, weight: [1, 0, 1] };
  });
  const unknowns = points.length > 2 ? 4 : 3;
  const certainty = (pixel_m: number) => certaintyOf(rests, unknowns, middle, pixel_m, BY_HAND);
  return { pose, middle, residuals, residual_m, spread_m, certainty };
}

export type ControlFacts = {
  readonly points: readonly ControlPoint[];
  /** Origin of the plant's plane. */
  readonly origin: LonLat;
  /** Metres across the part of the plant that the picture shows; 0 where it is not known. */
  readonly extent_m: number;
};

/** Why the points place no raster, in words with their numbers; null where they do. No point at all is no refusal. */
export function controlRefusal({ points, origin, extent_m }: ControlFacts): Refusal | null {
  if (points.length === 0) return null;
  const field = "points";
  const { least, most } = controlCount;
  if (points.length < least || points.length > most)
    return { reason: "control_count", field, values: { least, most } };
  const plane = localPlaneAt(origin);
  const sides = [
    points.map(({ place }) => plane.toPlane(...place)),
    points.map(({ seen }) => plane.toPlane(...seen)),
  ];
  for (const side of sides) {
    for (const [at, a] of side.entries()) {
      const near = side.findIndex((b, other) => other > at && apart(a, b) < LEAST_APART_M);
      if (near < 0) continue;
      const values = { first: at + 1, second: near + 1, least: LEAST_APART_M };
      return { reason: "control_twice", field, values };
    }
  }
  const fit = controlFit(points, origin);
  const wanted = Math.max(LEAST_SPREAD_M, LEAST_SPREAD_SHARE * extent_m);
  if (!fit || fit.spread_m < wanted) {
    const values = { spread: Math.round(fit?.spread_m ?? 0), least: Math.ceil(wanted) };
    return { reason: "control_close", field, values };
  }
  const { pose } = fit;
  const shift = Math.hypot(pose.dx, pose.dy);
  if (shift > MOST_SHIFT_M)
    return {
      reason: "control_far",
      field,
      values: { shift: Math.round(shift), most: MOST_SHIFT_M },
    };
  const worst = fit.residuals.indexOf(Math.max(...fit.residuals));
  if (fit.residuals[worst]! > MOST_CONTROL_RESIDUAL_M)
    return {
      reason: "control_residual",
      field,
      values: {
        point: worst + 1,
        residual: Math.round(fit.residuals[worst]! * 100),
        most: MOST_CONTROL_RESIDUAL_M * 100,
      },
    };
  if (Math.abs(pose.turn) > MOST_TURN || Math.abs(pose.scale - 1) > MOST_SCALE) {
    const turn = Math.round((Math.abs(pose.turn) * 1800) / Math.PI) / 10;
    const stretch = Math.round(Math.abs(pose.scale - 1) * 1000) / 10;
    return { reason: "control_turned", field, values: { turn, stretch } };
  }
  return null;
}

const apart = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function meanOf(points: readonly Point[]): Point {
  const sum = (axis: 0 | 1) => points.reduce((total, one) => total + one[axis], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}
