// The outline of one component as it stands in 3D: around its module, its mirror, or its tube.
import { solidsOf, type SolidRequest } from "./solid.ts";
import { parts, VERTEX_FLOATS } from "./solid-writer.ts";

type Point = readonly [x: number, y: number, z: number];
export type Edge = readonly [from: Point, to: Point];

/** Metres beside a tube, which is thinner than the line around it. */
const BESIDE_TUBE_M = 0.15;

/**
 * The edges around the face of a component; none where it has been removed.
 * @returns metres east, north, up of the plant's origin
 */
export function solidOutline(
  request: Omit<SolidRequest, "rows" | "isCoarse" | "as">,
  row: number,
): readonly Edge[] {
  const { vertices, owners, indices } = solidsOf({
    ...request,
    rows: [row, row + 1],
    isCoarse: true,
  });
  const pointOf = (at: number): Point => {
    const first = at * VERTEX_FLOATS;
    return [vertices[first]!, vertices[first + 1]!, vertices[first + 2]!];
  };
  if (owners[1] === parts.tube) {
    const count = owners.length / 4;
    return aroundTube(
      middleOf(count, pointOf),
      middleOf(count, (at) => pointOf(count + at)),
    );
  }
  // An edge of two triangles lies inside the face.
  const edges = new Map<string, Edge>();
  for (let i = 0; i < indices.length; i += 3) {
    for (let side = 0; side < 3; side += 1) {
      const [a, b] = [indices[i + side]!, indices[i + ((side + 1) % 3)]!];
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      if (!edges.delete(key)) edges.set(key, [pointOf(a), pointOf(b)]);
    }
  }
  return [...edges.values()];
}

/** The middle of an outline; null where there is none. */
export function middleOfOutline(edges: readonly Edge[]): Point | null {
  return edges.length === 0 ? null : middleOf(edges.length, (at) => edges[at]![0]);
}

function middleOf(count: number, pointOf: (at: number) => Point): Point {
  const sum: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < count; at += 1)
    pointOf(at).forEach((part, axis) => (sum[axis as 0]! += part));
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** A level rectangle around the line between the ends of a tube. */
function aroundTube(from: Point, to: Point): readonly Edge[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  const beside = ([x, y, z]: Point, side: number): Point => {
    const reach = (side * BESIDE_TUBE_M) / long;
    return [x - dy * reach, y + dx * reach, z];
  };
  const ring = [beside(from, -1), beside(to, -1), beside(to, 1), beside(from, 1)];
  return ring.map((point, at): Edge => [point, ring[(at + 1) % ring.length]!]);
}
