// Levels of a few components for tests of their solids, and the corners of what is made of them.
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { VERTEX_FLOATS, type Solids } from "./solid-writer.ts";

type Row = {
  x: number;
  y: number;
  length: number;
  width: number;
  rotation?: number;
  parent?: number;
};

export function geometryOf(type: ComponentType, rows: readonly Row[]): Geometry {
  const column = (of: (row: Row) => number) => Float32Array.from(rows, of);
  return {
    type,
    count: rows.length,
    parent: Uint32Array.from(rows, ({ parent }) => parent ?? NO_ROW),
    centreX: column(({ x }) => x),
    centreY: column(({ y }) => y),
    length: column(({ length }) => length),
    width: column(({ width }) => width),
    rotation: column(({ rotation }) => rotation ?? 0),
    height: column(() => 0),
    polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(0), xy: new Float32Array(0) },
    blockBounds: new Float32Array(0),
  };
}

export const points = ({ vertices }: Solids) =>
  Array.from({ length: vertices.length / VERTEX_FLOATS }, (_, i) =>
    [...vertices.subarray(i * VERTEX_FLOATS, i * VERTEX_FLOATS + 3)].map(Number),
  );
