// Windows of the ground in which the pattern of the components is looked for: at the ends of rows, spread over the raster.
import type { Geometry } from "../../component/component-index.ts";

export type Point = readonly [x: number, y: number];

/** Components are neighbours of a row where their centres are no further apart than so many sides. */
const NEXT = 1.6;
/** And no further beside the row than so much of a side. */
const BESIDE = 0.4;

/** Rows by cells of the plane, to find what lies nearby. */
export type Nearby = { around(x: number, y: number, reach: number): number[] };

/** More cells than a plant has along one side. */
const COLUMNS = 2 ** 24;

export function nearbyOf(
  { centreX, centreY }: Pick<Geometry, "centreX" | "centreY">,
  rows: readonly number[],
  side: number,
): Nearby {
  const cells = new Map<number, number[]>();
  const cell = (value: number) => Math.floor(value / side);
  const keyOf = (column: number, line: number) => column * COLUMNS + line;
  for (const row of rows) {
    const key = keyOf(cell(centreX[row]!), cell(centreY[row]!));
    const inCell = cells.get(key);
    if (inCell) inCell.push(row);
    else cells.set(key, [row]);
  }
  return {
    around(x, y, reach) {
      const found: number[] = [];
      for (let column = cell(x - reach); column <= cell(x + reach); column++) {
        for (let line = cell(y - reach); line <= cell(y + reach); line++)
          for (const row of cells.get(keyOf(column, line)) ?? []) found.push(row);
      }
      return found;
    },
  };
}

/**
 * Components at the end of their row: along the way in which most have a neighbour on both sides, they have one on
 * one side only. A shift of whole components along the row is seen there, and nowhere else.
 */
export function endsOf(geometry: Geometry, rows: readonly number[], nearby: Nearby): number[] {
  const { centreX, centreY, length, width, rotation } = geometry;
  const sidesOf = (row: number) => {
    const [x, y] = [centreX[row]!, centreY[row]!];
    const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
    const size = [length[row]!, width[row]!] as const;
    const has = [false, false, false, false];
    for (const other of nearby.around(x, y, NEXT * size[0])) {
      if (other === row) continue;
      const [dx, dy] = [centreX[other]! - x, centreY[other]! - y];
      const away = [dx * cos + dy * sin, dy * cos - dx * sin] as const;
      for (const axis of [0, 1] as const) {
        const isNext = Math.abs(away[axis]) <= NEXT * size[axis];
        const isBeside = Math.abs(away[1 - axis]!) > BESIDE * size[1 - axis]!;
        if (isNext && !isBeside) has[2 * axis + (away[axis] > 0 ? 1 : 0)] = true;
      }
    }
    return has;
  };
  const sides = rows.map(sidesOf);
  const between = (axis: 0 | 1) =>
    sides.reduce((sum, has) => sum + (has[2 * axis] && has[2 * axis + 1] ? 1 : 0), 0);
  const axis = between(0) > between(1) ? 0 : 1;
  return rows.filter((_, at) => sides[at]![2 * axis] !== sides[at]![2 * axis + 1]);
}

/** No component lies within so many metres beyond one at the rim of the plant; a road is narrower. */
const RIM_M = [3, 14] as const;

/** Components at the rim of the plant, seen along or across their row. */
export function rimOf(geometry: Geometry, rows: readonly number[], nearby: Nearby): number[] {
  const { centreX, centreY, rotation } = geometry;
  return rows.filter((row) => {
    const [x, y] = [centreX[row]!, centreY[row]!];
    const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
    const has = [false, false, false, false];
    for (const other of nearby.around(x, y, RIM_M[1])) {
      const [dx, dy] = [centreX[other]! - x, centreY[other]! - y];
      const away = [dx * cos + dy * sin, dy * cos - dx * sin] as const;
      for (const axis of [0, 1] as const) {
        const far = Math.abs(away[axis]);
        if (far < RIM_M[0] || far > RIM_M[1] || Math.abs(away[1 - axis]!) > far / 2) continue;
        has[2 * axis + (away[axis] > 0 ? 1 : 0)] = true;
      }
    }
    return has.includes(false);
  });
}

/** Windows closer to each other than this see the same. */
const LEAST_APART_M = 9;

/** So many of these rows, as far from each other as possible: each next one is the furthest from all before. */
export function spreadOver(
  { centreX, centreY }: Pick<Geometry, "centreX" | "centreY">,
  rows: readonly number[],
  most: number,
  taken: readonly number[] = [],
  apart_m = LEAST_APART_M,
): number[] {
  const square = (a: number, b: number) =>
    (centreX[a]! - centreX[b]!) ** 2 + (centreY[a]! - centreY[b]!) ** 2;
  const nearest = new Float64Array(rows.length).fill(Infinity);
  const chosen: number[] = [];
  const near = (row: number) => {
    for (let at = 0; at < rows.length; at++)
      nearest[at] = Math.min(nearest[at]!, square(rows[at]!, row));
  };
  for (const row of taken) near(row);
  while (chosen.length < Math.min(most, rows.length)) {
    let best = 0;
    for (let at = 1; at < rows.length; at++) if (nearest[at]! > nearest[best]!) best = at;
    if (nearest[best]! < apart_m ** 2) break;
    chosen.push(rows[best]!);
    near(rows[best]!);
  }
  return chosen;
}
