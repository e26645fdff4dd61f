// Parts that the map draws as dots, as the colour of their bar does not say them: those that need action now in a bar of
// lower severity, and those that pass a filter in a bar that is not painted because fewer than a tenth of its parts do.
import type { Geometry } from "../component/component-index.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { isMissing, valueAt, type ColumnValues } from "./column.ts";
import { NO_SEVERITY, severitiesOf } from "./column-severity.ts";

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
  /** False where the bars do not show severities: then nothing is urgent. */
  readonly isJudged?: boolean;
};

export type HiddenParts = {
  /** Rows that need action now, ascending, in bars of another severity; none of key figures without a bad end. */
  readonly urgent: Uint32Array;
  /** Rows that pass the mask, ascending, in bars that have no value because too few do; none without a mask. */
  readonly few: Uint32Array;
};

/** The parts that their bars hide. A part is in one of the lists at most. */
export function hiddenParts(
  values: ColumnValues,
  { containers, bars, keyFigure, limits, mask, isJudged = true }: HiddenPartsRequest,
): HiddenParts {
  const hasUrgent = isJudged && keyFigure.direction !== "neutral";
  const severities = severitiesOf(values, keyFigure, limits);
  const shown = severitiesOf(bars, keyFigure, limits);
  const [urgent, few]: [number[], number[]] = [[], []];
  const count = Math.min(severities.length, containers.length);
  for (let row = 0; row < count; row += 1) {
    if (severities[row] === NO_SEVERITY || (mask && mask[row]! & 1)) continue;
    const bar = containers[row]!;
    if (mask && bar < bars.length && isMissing(valueAt(bars, bar))) few.push(row);
    else if (hasUrgent && severities[row] === ACT && shown[bar] !== ACT) urgent.push(row);
  }
  return { urgent: Uint32Array.from(urgent), few: Uint32Array.from(few) };
}

/** A dot: the middle of its parts in plane metres, their number, and the worst severity among them. */
export type Dot = {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly severity: number;
};

/**
 * One dot for all parts whose centres lie in the same square of `cell` metres.
 * @param severities by row, 0 to 3
 */
export function dotsOf(
  rows: Uint32Array,
  { centreX, centreY }: Pick<Geometry, "centreX" | "centreY">,
  cell: number,
  severities: ArrayLike<number>,
): Dot[] {
  const dots = new Map<string, { x: number; y: number; count: number; severity: number }>();
  for (const row of rows) {
    const [x, y] = [centreX[row]!, centreY[row]!];
    const key = `${Math.floor(x / cell)} ${Math.floor(y / cell)}`;
    const dot = dots.get(key);
    if (dot) {
      dot.x += x;
      dot.y += y;
      dot.count += 1;
      dot.severity = Math.max(dot.severity, severities[row]!);
    } else dots.set(key, { x, y, count: 1, severity: severities[row]! });
  }
  return [...dots.values()].map(({ x, y, count, severity }) => ({
    x: x / count,
    y: y / count,
    count,
    severity,
  }));
}
