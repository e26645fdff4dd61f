// Parts that need action now and are in a bar whose colour does not say so; the map draws them as dots.
import type { Geometry } from "../component/component-index.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import type { ColumnValues } from "./column.ts";
import { severitiesOf } from "./column-severity.ts";

/** The severity "act now". */
const ACT = 3;

export type HiddenPartsRequest = {
  /** By part the row of its bar, NO_ROW where it has none. */
  readonly containers: Uint32Array;
  /** The value that each bar shows. */
  readonly bars: ColumnValues;
  readonly keyFigure: KeyFigure;
  /** The limits at this plant. */
  readonly limits: readonly number[];
  /** One byte per part; a part with bit 0 set (filtered out) does not count. */
  readonly mask?: Uint8Array | undefined;
};

/** The rows of the parts, ascending. Key figures without a bad end have none. */
export function hiddenParts(
  values: ColumnValues,
  { containers, bars, keyFigure, limits, mask }: HiddenPartsRequest,
): Uint32Array {
  if (keyFigure.direction === "neutral") return new Uint32Array(0);
  const severities = severitiesOf(values, keyFigure, limits);
  const shown = severitiesOf(bars, keyFigure, limits);
  const rows: number[] = [];
  const count = Math.min(severities.length, containers.length);
  for (let row = 0; row < count; row += 1) {
    if (severities[row] !== ACT || (mask && mask[row]! & 1)) continue;
    if (shown[containers[row]!] !== ACT) rows.push(row);
  }
  return Uint32Array.from(rows);
}

/** A dot: the middle of its parts in plane metres, and their number. */
export type Dot = { readonly x: number; readonly y: number; readonly count: number };

/** One dot for all parts whose centres lie in the same square of `cell` metres. */
export function dotsOf(
  rows: Uint32Array,
  { centreX, centreY }: Pick<Geometry, "centreX" | "centreY">,
  cell: number,
): Dot[] {
  const dots = new Map<string, { x: number; y: number; count: number }>();
  for (const row of rows) {
    const [x, y] = [centreX[row]!, centreY[row]!];
    const key = `${Math.floor(x / cell)} ${Math.floor(y / cell)}`;
    const dot = dots.get(key);
    if (dot) {
      dot.x += x;
      dot.y += y;
      dot.count += 1;
    } else dots.set(key, { x, y, count: 1 });
  }
  return [...dots.values()].map(({ x, y, count }) => ({ x: x / count, y: y / count, count }));
}
