// Levels of a twin for tests.
import type { ComponentType } from "./component.ts";
import type { Geometry } from "./component-index.ts";
import type { NamedLevel } from "./component-search.ts";

export type NamedRow = { x: number; y: number; parent: number; dt_id: string; pcs: string };

/** Components of 10 m by 5 m with these positions, parents and names; one with the dt_id "removed" is gone. */
export function namedLevel(type: ComponentType, rows: readonly NamedRow[]): NamedLevel {
  const floats = (value: (row: NamedRow) => number) => Float32Array.from(rows, value);
  const geometry: Geometry = {
    type,
    count: rows.length,
    parent: Uint32Array.from(rows, ({ parent }) => parent),
    centreX: floats(({ x }) => x),
    centreY: floats(({ y }) => y),
    length: floats(({ dt_id }) => (dt_id === "removed" ? 0 : 10)),
    width: floats(() => 5),
    rotation: floats(() => 0),
    height: floats(() => 2),
    polygons: {
      rows: new Uint32Array(0),
      offsets: new Uint32Array(1),
      xy: new Float32Array(0),
    },
    blockBounds: new Float32Array(4),
  };
  const names = {
    count: rows.length,
    dtId: (row: number) => rows[row]?.dt_id ?? "",
    pcs: (row: number) => rows[row]?.pcs ?? "",
  };
  return { geometry, names };
}
