// Bands and gradients along the edges of a component: soil, frost and shadows begin there, cells do not.
import { medianOf, percentile } from "../../median.ts";

/** Parts of the component along and across, both 0 to 1. */
export type Place = readonly [u: number, v: number];

/** Part of a component's sides at which an edge ends. */
const EDGE = 0.08;
/** Part of the width, and of the edge's length, that a band has. */
const BAND = { width: 0.3, length: 0.6 } as const;
const SLICES = 12;
/**
 * Of the value at an edge, what a twelfth of the component further still has: less is a spot, more has a step. And what
 * two twelfths further have at most: a module that is warmer at its upper end, where the air has been warmed, has 0.77.
 */
const GRADUAL = { least: 0.2, most: 0.9, third: 0.68 } as const;

export const isAtEdge = ([u, v]: Place): boolean =>
  u < EDGE / 2 || u > 1 - EDGE / 2 || v < EDGE || v > 1 - EDGE;

/** Part of the width of a module at whose edge a shadow begins. */
const SIDE = 0.15;

/**
 * Whether a place lies where a shadow begins: beside a side of the module, or among the outermost of its pixels, because
 * its edge is left out. Of 12 cm pixels hardly one was as close to an end, and shadows there were no shadows.
 * @param places of all pixels of the module
 * @param pixel what a pixel has of the module along and across
 */
export function reachesSide(
  places: readonly Place[],
  pixel: readonly [along: number, across: number],
): (place: Place) => boolean {
  const reach = ([SIDE / 2, SIDE] as const).map((usual, axis) => {
    const outermost = (away: (part: number) => number) =>
      places.reduce((least, place) => Math.min(least, away(place[axis]!)), 1) + pixel[axis]!;
    return [
      Math.max(
        usual,
        outermost((part) => part),
      ),
      1 -
        Math.max(
          usual,
          outermost((part) => 1 - part),
        ),
    ] as const;
  });
  return (place) => reach.some(([from, to], axis) => place[axis]! < from || place[axis]! > to);
}

/** A part along one edge: long beside it, thin across. */
export function isBand(places: readonly Place[]): boolean {
  if (places.length === 0) return false;
  const reach = (axis: 0 | 1) => {
    const sorted = Float64Array.from(places, (place) => place[axis]).toSorted();
    return percentile(sorted, 0.95) - percentile(sorted, 0.05);
  };
  const [along, across] = [reach(0), reach(1)];
  const isLong = (long: number, thin: number) => long >= BAND.length && thin <= BAND.width;
  return (isLong(along, across) || isLong(across, along)) && places.some(isAtEdge);
}

/** Medians of slices across, `axis` 1, or along, `axis` 0; NaN for an empty one. */
export function slicesOf(
  places: readonly Place[],
  values: ArrayLike<number>,
  axis: 0 | 1,
): number[] {
  const slices = Array.from({ length: SLICES }, (): number[] => []);
  for (const [index, place] of places.entries()) {
    slices[sliceOf(place[axis])]!.push(values[index]!);
  }
  return slices.map((slice) => (slice.length === 0 ? NaN : medianOf(slice)));
}

/**
 * What a place has by the gradient towards this side, and no more: never below 0.
 * @param reach part of the way from that side to the opposite one at which the gradient has ended: a cell beyond it is
 * in the median of its slice, and no soil
 */
export function gradientAt(
  places: readonly Place[],
  values: ArrayLike<number>,
  side: number,
  reach: number,
): (at: number) => number {
  const axis = side < 2 ? 0 : 1;
  const slices = slicesOf(places, values, axis);
  return (at) => {
    const part = places[at]![axis];
    const away = side % 2 === 0 ? part : 1 - part;
    return away > reach ? 0 : Math.max(0, slices[sliceOf(part)]!);
  };
}

const sliceOf = (part: number) => Math.min(SLICES - 1, Math.max(0, Math.floor(part * SLICES)));

export type EdgeGradient = {
  /** Value at the edge over that of the half that lies opposite; 0 without a gradient. */
  readonly value: number;
  /** 0 and 1: the ends of the long axis; 2 and 3: the long sides. */
  readonly side: number;
  /** Value at each of the four edges over that of the half that lies opposite, however it thins out. */
  readonly sides: readonly number[];
  /** Only a part of that edge is warm, as where cells lie near it. */
  readonly is_patchy: boolean;
};

/** Part of the pixels at a warm edge that have so much of its warmth. Four cells of six have less. Our limits. */
const [WHOLE_EDGE, AS_WARM] = [0.85, 0.65];

/** The greatest value at one of the four edges that thins out towards the middle, as soil does and cells do not. */
export function edgeGradient(places: readonly Place[], values: ArrayLike<number>): EdgeGradient {
  let best = { value: 0, side: 0, opposite: 0, slice: 0 };
  const sides = [0, 0, 0, 0];
  for (const axis of [0, 1] as const) {
    const all = slicesOf(places, values, axis);
    const slices = all.filter((slice) => !Number.isNaN(slice));
    if (slices.length < SLICES / 2) continue;
    for (const [end, way] of [slices, slices.toReversed()].entries()) {
      const opposite = medianOf(way.slice(Math.floor(way.length / 2)));
      const [edge, next, third] = [0, 1, 2].map((at) => way[at]! - opposite) as [
        number,
        number,
        number,
      ];
      sides[2 * axis + end] = edge;
      const isGradual =
        next >= GRADUAL.least * edge &&
        next <= GRADUAL.most * edge &&
        third <= GRADUAL.third * edge;
      const slice = end === 0 ? all.indexOf(way[0]!) : all.lastIndexOf(way[0]!);
      if (isGradual && edge > best.value)
        best = { value: edge, side: 2 * axis + end, opposite, slice };
    }
  }
  const { value, side, opposite, slice } = best;
  const axis = side < 2 ? 0 : 1;
  const atEdge = places.flatMap((place, at) => (sliceOf(place[axis]) === slice ? [at] : []));
  const warm = atEdge.filter((at) => values[at]! - opposite >= AS_WARM * value);
  return { value, side, sides, is_patchy: warm.length < WHOLE_EDGE * atEdge.length };
}
