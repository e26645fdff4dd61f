// The size of components of which a file has points alone: stated by the user, the same for all.
import { localPlaneAt } from "../geometry/local-plane.ts";
import type { LonLat } from "../geometry/plane.ts";

/** As seen from above. */
export type PointSize = {
  /** Metres of the longer and the shorter side. */
  readonly length: number;
  readonly width: number;
  /** Of the longer side, degrees clockwise from north, 0 to less than 180. */
  readonly direction: number;
};

/** Metres. The longest rows of trackers and collectors are shorter. */
export const [LEAST_SIDE, GREATEST_SIDE] = [0.1, 300];

/** The size as a mapping has it: "2.28x1.13@90". */
export const pointSizeText = ({ length, width, direction }: PointSize): string =>
  `${length}x${width}@${direction}`;

/** Null for a text that is none, or of sides that no component has. */
export function readPointSize(text: string): PointSize | null {
  const found = /^(\d{1,3}(?:\.\d{1,6})?)x(\d{1,3}(?:\.\d{1,6})?)@(\d{1,3}(?:\.\d{1,6})?)$/.exec(
    text,
  );
  if (!found) return null;
  const [length, width, direction] = found.slice(1).map(Number) as [number, number, number];
  const isSide = (metres: number) => metres >= LEAST_SIDE && metres <= GREATEST_SIDE;
  const isSize = isSide(length) && isSide(width) && width <= length && direction < 180;
  return isSize ? { length, width, direction } : null;
}

/**
 * The rectangle of a component around its middle.
 * @returns longitude, latitude pairs in degrees (EPSG:4326), counter-clockwise, not closed
 */
export function ringAround(middle: LonLat, { length, width, direction }: PointSize): number[] {
  const plane = localPlaneAt(middle);
  const angle = (direction * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [
    [-1, 1],
    [-1, -1],
    [1, -1],
    [1, 1],
  ].flatMap(([along = 0, across = 0]) => {
    const [a, b] = [(along * length) / 2, (across * width) / 2];
    return plane.toLonLat(a * sin - b * cos, a * cos + b * sin);
  });
}
