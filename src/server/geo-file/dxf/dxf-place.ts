// Where objects of a drawing stand: in the plane that their extrusion names, and moved, turned and scaled by insertions.
import { numberOf, pointOf, type DxfObject, type V3 } from "./dxf-raw.ts";

/** A point of an object in the coordinates of the drawing. */
export type Place = (point: V3) => V3;

export const asDrawn: Place = (point) => point;

/** Below this a normal is so near to the z-axis that the y-axis decides (DXF reference, arbitrary axis algorithm). */
const NEAR_Z = 1 / 64;

const cross = ([ax, ay, az]: V3, [bx, by, bz]: V3): V3 => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];

export function unit(vector: V3): V3 {
  const length = Math.hypot(...vector) || 1;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** The normal of the plane of an object; up where the file states none. */
export function normalOf(object: DxfObject): V3 {
  const stated: V3 = [numberOf(object, 210), numberOf(object, 220), numberOf(object, 230, 1)];
  return Math.hypot(...stated) === 0 ? [0, 0, 1] : unit(stated);
}

/** From the plane of an object, whose normal makes its axes, into that of the drawing. */
export function inPlane(object: DxfObject, around: Place): Place {
  const normal = normalOf(object);
  if (normal[2] === 1) return around;
  const isNearZ = Math.abs(normal[0]) < NEAR_Z && Math.abs(normal[1]) < NEAR_Z;
  const right = unit(cross(isNearZ ? [0, 1, 0] : [0, 0, 1], normal));
  const up = unit(cross(normal, right));
  return ([x, y, z]) =>
    around([
      right[0] * x + up[0] * y + normal[0] * z,
      right[1] * x + up[1] * y + normal[1] * z,
      right[2] * x + up[2] * y + normal[2] * z,
    ]);
}

/** The half axes of an ellipse in space, the second one to the left of the first. */
export function halfAxes(object: DxfObject, major: V3, ratio: number): readonly [V3, V3] {
  const [x, y, z] = cross(normalOf(object), major);
  return [major, [x * ratio, y * ratio, z * ratio]];
}

const columnsOf = (insert: DxfObject) => Math.max(1, numberOf(insert, 70, 1));
const rowsOf = (insert: DxfObject) => Math.max(1, numberOf(insert, 71, 1));
export const copiesOf = (insert: DxfObject) => columnsOf(insert) * rowsOf(insert);

/**
 * The places of the copies that an insertion makes of its block: one, or rows and columns of them. The distances of
 * rows and columns are turned with it and not scaled.
 */
export function* insertions(insert: DxfObject, base: V3, around: Place): Generator<Place> {
  const [px, py, pz] = pointOf(insert, 10) ?? [0, 0, 0];
  const scale: V3 = [numberOf(insert, 41, 1), numberOf(insert, 42, 1), numberOf(insert, 43, 1)];
  const angle = (numberOf(insert, 50) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [columns, rows] = [columnsOf(insert), rowsOf(insert)];
  const [across, along] = [numberOf(insert, 44), numberOf(insert, 45)];
  const plane = inPlane(insert, around);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [dx, dy] = [column * across, row * along];
      yield ([x, y, z]) => {
        const sx = (x - base[0]) * scale[0] + dx;
        const sy = (y - base[1]) * scale[1] + dy;
        const sz = (z - base[2]) * scale[2];
        return plane([px + sx * cos - sy * sin, py + sx * sin + sy * cos, pz + sz]);
      };
    }
  }
}

/** How much longer a line becomes at most. */
export function scaleOf(place: Place): number {
  const [ox, oy, oz] = place([0, 0, 0]);
  const axes: readonly V3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const lengths = axes.map((axis) => {
    const [x, y, z] = place(axis);
    return Math.hypot(x - ox, y - oy, z - oz);
  });
  return Math.max(...lengths) || 1;
}
