// Finds the component under the pointer in 3D: the nearest triangle that the ray meets.
import type { ComponentRow } from "../../../domain/component/hierarchy.ts";
import { parts, VERTEX_FLOATS } from "../../../domain/twin-view/solid-writer.ts";
import { FILTERED_OUT } from "../../../state/plant/column/row-flag.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import { reachOf } from "./piece-view.ts";
import type { Piece } from "./solid-pieces.ts";
import { eyeAboveBase, type Point3 } from "../twin-camera.ts";

type PickRequest = {
  readonly levels: readonly DrawnLevel[];
  readonly pieces: Iterable<Piece>;
  readonly eye: Point3;
  /** Metres up of the ground in the middle of the screen, see `eyeAboveBase`. */
  readonly base: number;
  /** From the eye; not of length 1. */
  readonly ray: Point3;
  /** Metres per pixel one metre before the eye. */
  readonly perPixelAt1: number;
};

/** The component that a ray meets first, of those that are drawn and pass the filters; null where there is none. */
export const pickSolid = (request: PickRequest): ComponentRow | null =>
  meetSolid(request, "components")?.component ?? null;

type Met = {
  /** From the eye, in lengths of the ray. */
  readonly steps: number;
  /** Null for what carries the components. */
  readonly component: ComponentRow | null;
};

/**
 * What a ray meets first.
 * @param what `components` that pass the filters, or `all` that is drawn: posts and mirrors behind tubes too
 */
export function meetSolid(request: PickRequest, what: "components" | "all"): Met | null {
  const { levels, pieces, eye, ray, perPixelAt1 } = request;
  const above = eyeAboveBase(request);
  const known = new Map(levels.map((level) => [level.id, level]));
  const isAll = what === "all";
  let nearest = Infinity;
  let found: Met | null = null;
  for (const piece of pieces) {
    const level = known.get(piece.level);
    if (!level || (!level.isPicked && !isAll) || level.geometry !== piece.geometry) continue;
    if (level.as === "shadow") continue;
    if (!meetsBox(eye, ray, piece.solids.box)) continue;
    const { vertices, owners, centres, indices } = piece.solids;
    const [from, to] = reachOf(level, perPixelAt1);
    for (let i = 0; i < indices.length; i += 3) {
      const first = indices[i]!;
      const steps = meetTriangle(eye, ray, vertices, first, indices[i + 1]!, indices[i + 2]!);
      if (steps >= nearest) continue;
      const row = owners[first * 2]!;
      const isSteel = owners[first * 2 + 1] === parts.steel;
      if (isSteel && !isAll) continue;
      // What the filters leave out is drawn pale, or not at all.
      const isPassed = isAll && !level.hidesFiltered;
      if (!isSteel && !isPassed && level.mask && level.mask.bytes[row]! & FILTERED_OUT) continue;
      const at = first * 4;
      if (away(above, centres[at + 2]!, centres[at + 3]!) >= to) continue;
      if (away(above, centres[at]!, centres[at + 1]!) < from) continue;
      nearest = steps;
      found = { steps, component: isSteel ? null : { component_type: level.type, row } };
    }
  }
  return found;
}

const away = ([x, y, z]: Point3, cx: number, cy: number) => Math.hypot(x - cx, y - cy, z);

/** True if the ray from the eye crosses the box (the slab method of Kay and Kajiya, 1986). */
function meetsBox(eye: Point3, ray: Point3, box: readonly number[]): boolean {
  let from = 0;
  let to = Infinity;
  for (let axis = 0; axis < 3; axis += 1) {
    const one = (box[axis]! - eye[axis]!) / ray[axis]!;
    const other = (box[axis + 3]! - eye[axis]!) / ray[axis]!;
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from <= to;
}

/** Steps along the ray to a triangle, from either side; Infinity for none (Möller and Trumbore, 1997). */
export function meetTriangle(
  eye: Point3,
  [rx, ry, rz]: Point3,
  vertices: Float32Array,
  a: number,
  b: number,
  c: number,
): number {
  const [ax, ay, az] = corner(vertices, a);
  const [bx, by, bz] = corner(vertices, b);
  const [cx, cy, cz] = corner(vertices, c);
  const [e1x, e1y, e1z] = [bx - ax, by - ay, bz - az];
  const [e2x, e2y, e2z] = [cx - ax, cy - ay, cz - az];
  const [px, py, pz] = [ry * e2z - rz * e2y, rz * e2x - rx * e2z, rx * e2y - ry * e2x];
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant === 0) return Infinity;
  const [tx, ty, tz] = [eye[0] - ax, eye[1] - ay, eye[2] - az];
  const u = (tx * px + ty * py + tz * pz) / determinant;
  if (u < 0 || u > 1) return Infinity;
  const [qx, qy, qz] = [ty * e1z - tz * e1y, tz * e1x - tx * e1z, tx * e1y - ty * e1x];
  const v = (rx * qx + ry * qy + rz * qz) / determinant;
  if (v < 0 || u + v > 1) return Infinity;
  const steps = (e2x * qx + e2y * qy + e2z * qz) / determinant;
  return steps > 0 ? steps : Infinity;
}

function corner(vertices: Float32Array, at: number): [number, number, number] {
  const first = at * VERTEX_FLOATS;
  return [vertices[first]!, vertices[first + 1]!, vertices[first + 2]!];
}
