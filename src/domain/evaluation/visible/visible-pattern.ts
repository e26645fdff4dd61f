// What the colours inside one component show: parts of another colour, spots, bands along an edge, a bright line.
import { edgeGradient, isAtEdge, isBand, slicesOf, type Place } from "../module/edge-pattern.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { Frame } from "../module/module-frame.ts";
import { areasOf } from "./covered-part.ts";
import { spotsOf } from "../spot/spot.ts";
import { percentile } from "../../median.ts";
import type { ZonePixels } from "../zonal-statistics.ts";

/** Red, green and blue from 0 to 1, as the image stores them (sRGB). */
export type Colour = readonly [red: number, green: number, blue: number];

/** Pixels of one component: their colours, three numbers each, in the order of `columns` and `rows`. */
export type VisiblePixels = Pick<ZonePixels, "columns" | "rows" | "total"> & {
  readonly colours: Float32Array;
};

export type VisiblePattern = {
  /** Median of each channel. */
  readonly colour: Colour;
  /** Standard uncertainty of the median's brightness by the scatter of the pixels. */
  readonly noise: number;
  /** Lower quartile of each channel: the colour beside a bright line, also where the line has half of the pixels. */
  readonly base: Colour;
  /** Share of the component whose colour is another one than the median's. */
  readonly odd_share: number;
  /** The largest odd part reaches an edge; and it lies along that edge as a band. */
  readonly odd_at_edge: boolean;
  readonly odd_is_band: boolean;
  /** Brightness of the odd part over the median's. */
  readonly odd_brighter: number;
  readonly cover: Cover;
  /** Share of small bright spots, without the lines between cells. */
  readonly spot_share: number;
  /** How much brighter the band along the brightest long edge is than the middle, as a gradient without a step. */
  readonly edge_brighter: number;
  /** How much brighter a line along the component is than its darkest line: glass reflects the sun along the tube. */
  readonly line_brighter: number;
};

/** The largest area of another colour than the median's. */
export type Cover = {
  readonly share: number;
  readonly at_edge: boolean;
  /** Brightness over the median's. */
  readonly brighter: number;
  /** How green it is, and how much greener than the median: sand is less blue than a cell, and no plant. */
  readonly green: number;
  readonly greener: number;
};
const noCover: Cover = { share: 0, at_edge: false, brighter: 0, green: 0, greener: 0 };

/** Median error of normally distributed values over that of their mean; distance of their quartiles in standard deviations. */
const [MEDIAN_ERROR, QUARTILES] = [Math.sqrt(Math.PI / 2), 1.349];
/** A larger bright spot is none. */
const MOST_SPOT_SHARE = 0.05;

export const brightnessOf = ([red, green, blue]: Colour): number => (red + green + blue) / 3;

/** Distance of two colours, 0 for the same, 1 for black and white. */
export const contrastOf = (a: Colour, b: Colour): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / Math.sqrt(3);

export function visiblePattern(
  { colours, columns, rows, total }: VisiblePixels,
  frame: Frame,
  { odd_contrast, spot_contrast }: EvaluationSettings,
): VisiblePattern {
  const count = columns.length;
  const channel = (at: number) => colours.filter((_, index) => index % 3 === at);
  const sorted = [channel(0).toSorted(), channel(1).toSorted(), channel(2).toSorted()] as const;
  const colourAt = (share: number): Colour => [
    percentile(sorted[0], share),
    percentile(sorted[1], share),
    percentile(sorted[2], share),
  ];
  const colour = colourAt(0.5);
  const at = (index: number): Colour => [
    colours[index * 3]!,
    colours[index * 3 + 1]!,
    colours[index * 3 + 2]!,
  ];
  const over = Float64Array.from(
    { length: count },
    (_, index) => brightnessOf(at(index)) - brightnessOf(colour),
  );
  const bySize = over.toSorted();
  const zone = { columns, rows, total, values: over };
  const places = Array.from({ length: count }, (_, index) =>
    frame(columns[index]! + 0.5, rows[index]! + 0.5),
  );
  const bright = spotsOf(zone, (index) => over[index]! >= spot_contrast).filter(
    (spot) => spot.length <= MOST_SPOT_SHARE * count,
  );
  const inSpot = new Set(bright.flat());
  const odd = spotsOf(
    zone,
    (index) => !inSpot.has(index) && contrastOf(at(index), colour) >= odd_contrast,
  );
  const all = odd.flat();
  const largest = odd.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const mean = (of: (index: number) => number) =>
    all.length === 0 ? 0 : all.reduce((sum, index) => sum + of(index), 0) / all.length;
  return {
    colour,
    noise:
      (MEDIAN_ERROR * (percentile(bySize, 0.75) - percentile(bySize, 0.25))) /
      QUARTILES /
      Math.sqrt(count),
    base: colourAt(0.25),
    odd_share: all.length / count,
    odd_at_edge: largest.some((index) => isAtEdge(places[index]!)),
    odd_is_band: isBand(largest.map((index) => places[index]!)),
    odd_brighter: mean((index) => over[index]!),
    cover: coverOf(),
    spot_share:
      areasOf(zone, (index) => over[index]! >= spot_contrast)
        .filter((spot) => spot.length <= MOST_SPOT_SHARE * count)
        // The sheet between the last cells and the frame.
        .filter((spot) => !isBand(spot.map((index) => places[index]!)))
        .reduce((sum, spot) => sum + spot.length, 0) / count,
    edge_brighter: edgeGradient(places, over).value,
    line_brighter: lineOf(places, over),
  };

  /** Bright gaps between cells divide a shadow. */
  function coverOf(): Cover {
    const isOdd = (index: number) => contrastOf(at(index), colour) >= odd_contrast;
    const [dark = []] = areasOf(zone, (index) => over[index]! < 0 && isOdd(index), true);
    const [bright = []] = areasOf(zone, (index) => over[index]! >= 0 && isOdd(index));
    const part = dark.length > bright.length ? dark : bright;
    if (part.length === 0) return noCover;
    const isOutermost = outermostOf(places);
    const meanOf = (of: (index: number) => number) =>
      part.reduce((sum, index) => sum + of(index), 0) / part.length;
    const green = meanOf((index) => greenness(at(index)));
    return {
      share: part.length / count,
      at_edge: part.some((index) => isAtEdge(places[index]!) || isOutermost(places[index]!)),
      brighter: meanOf((index) => over[index]!),
      green,
      greener: green - greenness(colour),
    };
  }
}

const greenness = ([red, green, blue]: Colour) => green - (red + blue) / 2;

/** Part of the width, along and across, in which the outermost pixels lie. */
const OUTERMOST = 0.03;

/** Whether a place is among the outermost that are used: the left-out edge may be wider than the edge of the component. */
function outermostOf(places: readonly Place[]): (place: Place) => boolean {
  const ends = ([0, 1] as const).map((axis) => {
    const [least, most] = places.reduce(
      ([low, high], place) => [Math.min(low, place[axis]), Math.max(high, place[axis])],
      [1, 0],
    );
    return [least + OUTERMOST, most - OUTERMOST] as const;
  });
  return (place) => ends.some(([low, high], axis) => place[axis]! <= low || place[axis]! >= high);
}

/** The brightest slice along the component over the darkest; medians, so that single spots do not count. */
function lineOf(places: readonly Place[], values: Float64Array): number {
  const slices = slicesOf(places, values, 1).filter((slice) => !Number.isNaN(slice));
  return slices.length === 0 ? 0 : Math.max(...slices) - Math.min(...slices);
}
