// A level of a draft projected to the plant plane: rectangles, centres, and parents found by position.
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import { containmentOf } from "../geometry/containment.ts";
import { failure } from "../error.ts";
import { METRE_STEP, RADIAN_STEP } from "../geometry/geometry-codec.ts";
import type { Plane } from "../geometry/plane.ts";
import { limits } from "../limits.ts";
import { fitRectangle, isRectangle } from "../geometry/rectangle.ts";
import { ringArea, ringCentroid } from "../geometry/ring.ts";
import type { LevelDraft } from "./twin-draft.ts";

/** By index in the draft; metres on the plane, in whole steps of the codec. */
export type ProjectedLevel = {
  readonly draft: LevelDraft;
  readonly xy: Float64Array;
  readonly centreX: Float64Array;
  readonly centreY: Float64Array;
  readonly length: Float32Array;
  readonly width: Float32Array;
  readonly rotation: Float32Array;
  /** 1 if the ring is stored, since a rectangle would move a corner, see `isRectangle`. */
  readonly isPolygon: Uint8Array;
};

/** Never -0, which the codec distinguishes from 0. */
const inSteps = (value: number, step: number) => Math.round(value / step) * step + 0;

export function projectLevel(draft: LevelDraft, plane: Plane): ProjectedLevel {
  const { count, rings, ringOffsets } = draft;
  const xy = new Float64Array(rings.length);
  for (let v = 0; v < rings.length; v += 2) {
    const [x, y] = plane.toPlane(rings[v]!, rings[v + 1]!);
    xy[v] = x;
    xy[v + 1] = y;
  }
  const projected: ProjectedLevel = {
    draft,
    xy,
    centreX: new Float64Array(count),
    centreY: new Float64Array(count),
    length: new Float32Array(count),
    width: new Float32Array(count),
    rotation: new Float32Array(count),
    isPolygon: new Uint8Array(count),
  };
  for (let i = 0; i < count; i++) {
    const from = ringOffsets[i]!;
    const to = ringOffsets[i + 1]!;
    const around = fitRectangle(xy, from, to);
    projected.centreX[i] = inSteps(around.centreX, METRE_STEP);
    projected.centreY[i] = inSteps(around.centreY, METRE_STEP);
    // Length 0 means removed, so the minimum is one step.
    projected.length[i] = Math.max(METRE_STEP, inSteps(around.length, METRE_STEP));
    projected.width[i] = Math.max(METRE_STEP, inSteps(around.width, METRE_STEP));
    projected.rotation[i] = inSteps(around.rotation, RADIAN_STEP);
    // Judged as it is stored, so that the steps of the codec move no corner further.
    const stored = {
      centreX: projected.centreX[i]!,
      centreY: projected.centreY[i]!,
      length: projected.length[i]!,
      width: projected.width[i]!,
      rotation: projected.rotation[i]!,
    };
    projected.isPolygon[i] = isRectangle(xy, from, to, stored) ? 0 : 1;
  }
  return projected;
}

/** Steps that are not counted, so that small plants are never refused. */
const FREE_STEPS = 10_000_000;

/**
 * Index of each child's parent in `parents`: from the file, else the ring around the child's centre of
 * gravity, else the ring around most of its outline; NO_ROW if there is none.
 * @throws FILE_REFUSED if so many parents cover the same places that the search would take too long
 */
export function parentsOnGround(children: ProjectedLevel, parents: ProjectedLevel): Uint32Array {
  const { draft, xy } = children;
  const found = draft.parent.slice();
  if (!found.includes(NO_ROW)) return found;
  const ground = containmentOf({ xy: parents.xy, offsets: parents.draft.ringOffsets });
  let allowed = FREE_STEPS + parents.xy.length;
  for (let i = 0; i < draft.count; i++) {
    if (found[i] !== NO_ROW) continue;
    const from = draft.ringOffsets[i]!;
    const to = draft.ringOffsets[i + 1]!;
    const [x, y] = ringCentroid(xy, from, to);
    let parent = ground.ringAt(x, y);
    allowed += limits.overlapSteps;
    if (parent < 0) {
      parent = ground.ringWithMost(xy, from, to);
      allowed += limits.overlapSteps * 2 * (to - from);
    }
    if (parent >= 0) found[i] = parent;
    if (ground.work.steps > allowed) {
      const values = { parents: parents.draft.type, children: draft.type };
      throw failure("FILE_REFUSED", { reason: "twin_overlap", field: "geometry", values });
    }
  }
  return found;
}

/** The outlines that are no rectangles, counter-clockwise, in the order of their rows. */
export function polygonsOf(projected: ProjectedLevel, rows: Uint32Array): Geometry["polygons"] {
  const { ringOffsets } = projected.draft;
  const polygonIndices: number[] = [];
  let vertices = 0;
  for (let i = 0; i < projected.draft.count; i++) {
    if (projected.isPolygon[i] === 0) continue;
    polygonIndices.push(i);
    vertices += ringOffsets[i + 1]! - ringOffsets[i]!;
  }
  polygonIndices.sort((a, b) => rows[a]! - rows[b]!);
  const xy = new Float32Array(vertices * 2);
  const offsets = new Uint32Array(polygonIndices.length + 1);
  let at = 0;
  for (const [index, i] of polygonIndices.entries()) {
    const from = ringOffsets[i]!;
    const to = ringOffsets[i + 1]!;
    const isClockwise = ringArea(projected.xy, from, to) < 0;
    for (let step = 0; step < to - from; step++) {
      const v = isClockwise ? to - 1 - step : from + step;
      xy[at++] = inSteps(projected.xy[v * 2]!, METRE_STEP);
      xy[at++] = inSteps(projected.xy[v * 2 + 1]!, METRE_STEP);
    }
    offsets[index + 1] = at / 2;
  }
  return { rows: Uint32Array.from(polygonIndices, (i) => rows[i]!), offsets, xy };
}
