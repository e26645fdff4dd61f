// Whether the twin states gaps and ends of rows where the picture shows modules: each name then stands for the next one.
//
// A twin that is off by one module on every tracker fits the picture at the ends of the rows and at the roads, so no
// other place of the raster is better. Only the gap in the middle of a tracker, at its drive, is then beside its place.
// It lies wholly inside of a real module, and where the picture has the gap, the twin has a module. No honest twin does
// both. Either alone is no sign: a path of gravel at the end of a row may be as warm as a module, the shadow of the
// modules cools hot ground, and a module may be missing.
import { NO_ROW, type Geometry } from "../../component/component-index.ts";
import { medianOf } from "../../median.ts";
import { freeSides, valuesOf, type FreeSide } from "../ground-beside.ts";
import { visitComponents, type SurveyRaster, type ToPixel } from "../raster-survey.ts";
import type { PixelBlock } from "../zonal-statistics.ts";
import { nearbyOf, type Nearby } from "./place-window.ts";

/** Metres between two modules of a row from which there is a gap, and from which the row ends. */
const [GAP_M, END_M] = [0.3, 0.6];
/** Metres beyond a module up to which the gap is compared. */
const MOST_M = 0.5;
/** Metres, and pixels, beside an edge that are left out: they are blurred. */
const EDGE = { metres: 0.1, pixels: 2 } as const;
/** Metres from the edge between which the inside of a module is compared. */
const INSIDE_M = [0.15, 0.45] as const;
/** Metres of ground beside the row. */
const GROUND_M = 0.45;
/** Metres, and pixels, of a strip in which the ground is looked for inside a module. */
const STRIP = { metres: 0.15, pixels: 2 } as const;
const LEAST_PIXELS = 12;
/** K between module and ground below which the picture does not say which is seen. */
const LEAST_STEP_K = 4;
/** Part of the way from the ground to the module: a module is seen between the first two, the ground up to the last. */
const [COVERED, BEYOND, OPEN] = [0.7, 1.3, 0.4];
/** Part of a side by which the middles of two modules of one row may lie beside each other. */
const BESIDE = 0.4;
/** Trackers that are checked, evenly chosen: more would slow an evaluation down. */
const MOST_TRACKERS = 1000;
/** Metres around a module that are read. */
const MARGIN_M = 1.2;

export type CoveredGaps = {
  /** Trackers with a gap or an end of a row that the picture shows for sure. */
  readonly seen: number;
  /** Rows of the trackers, or tables, whose gaps show modules and whose modules show a gap. */
  readonly parents: ReadonlySet<number>;
};

/** A module at a gap or at the end of its row. */
type RunEnd = {
  readonly row: number;
  /** Direction along the row to the gap. */
  readonly way: readonly [x: number, y: number];
  /** Whether this direction is that of the module's long axis. */
  readonly isEnd: boolean;
  /** Metres to the next module, and to the one on the other side; Infinity beyond the end of a row. */
  readonly gap_m: number;
  readonly back_m: number;
  /** Metres of the module along the row. */
  readonly depth_m: number;
};

export async function coveredGaps(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
): Promise<CoveredGaps> {
  const ends = runEnds(raster, geometry, toPixel);
  const sidesOf = freeSides(geometry);
  const trackers = new Map<number, { isSeen: boolean; isCovered: boolean; hasGround: boolean }>();
  const length = geometry.length.map((one, row) => (ends.has(row) ? one : 0));
  const read = async (window: Parameters<SurveyRaster["read"]>[0]) => ({
    ...window,
    values: await raster.read(window, 0),
  });
  await visitComponents(
    raster,
    { ...geometry, length },
    toPixel,
    read,
    (block, { row, pixel_m2 }) => {
      const place = { toPixel, pixel_m: Math.sqrt(pixel_m2) };
      for (const end of ends.get(row)!) {
        const seen = seenAt(block, place, end, sidesOf);
        if (!seen) continue;
        const parent = geometry.parent[row]!;
        const known = trackers.get(parent) ?? {
          isSeen: false,
          isCovered: false,
          hasGround: false,
        };
        trackers.set(parent, {
          isSeen: known.isSeen || seen.gap !== "unclear",
          isCovered: known.isCovered || seen.gap === "covered",
          hasGround: known.hasGround || seen.hasGround,
        });
      }
    },
    MARGIN_M,
  );
  const parents = new Set<number>();
  let seen = 0;
  for (const [parent, { isSeen, isCovered, hasGround }] of trackers) {
    if (isSeen) seen += 1;
    if (isCovered && hasGround) parents.add(parent);
  }
  return { seen, parents };
}

type Place = { readonly toPixel: ToPixel; readonly pixel_m: number };
type Seen = {
  readonly gap: "covered" | "open" | "unclear";
  /** A strip across the module looks like the ground. */
  readonly hasGround: boolean;
};

function seenAt(
  block: PixelBlock,
  place: Place,
  { row, way, isEnd, gap_m, back_m, depth_m }: RunEnd,
  sidesOf: ReturnType<typeof freeSides>,
): Seen | null {
  const begin = Math.max(EDGE.metres, EDGE.pixels * place.pixel_m);
  const far = Math.min(gap_m - begin, MOST_M);
  if (!(far > begin)) return null;
  const isAhead = ({ at }: FreeSide) => {
    const [[x0, y0], [x1, y1]] = [at(0, 0), at(1, 0)];
    return (x1 - x0) * way[0] + (y1 - y0) * way[1] > 0.9;
  };
  const side = sidesOf(row, begin, far).find((one) => one.isEnd === isEnd && isAhead(one));
  if (!side) return null;
  const medianIn = ({ at, reach }: FreeSide, from: number, to: number) => {
    const values = valuesOf(block, place, at, [from, to], reach);
    return values.length < LEAST_PIXELS ? NaN : medianOf(values);
  };
  const ahead = medianIn(side, begin, far);
  const insides = [
    medianIn(side, -INSIDE_M[1], -INSIDE_M[0]),
    // The next module of the row, where this one may lie on the ground itself.
    medianIn(side, -depth_m - back_m - INSIDE_M[1], -depth_m - back_m - INSIDE_M[0]),
    ...(gap_m < END_M ? [medianIn(side, gap_m + INSIDE_M[0], gap_m + INSIDE_M[1])] : []),
  ].filter((one) => !Number.isNaN(one));
  const grounds = sidesOf(row, begin, begin + GROUND_M)
    .filter((one) => one.isEnd !== isEnd)
    .map((one) => medianIn(one, begin, begin + GROUND_M))
    .filter((one) => !Number.isNaN(one));
  if (Number.isNaN(ahead) || insides.length === 0 || grounds.length === 0) return null;
  // On one side of the row the ground may lie in its shadow: what is closer to the module is asked.
  const usual = medianOf([...insides]);
  const ground = grounds.reduce((one, other) =>
    Math.abs(other - usual) < Math.abs(one - usual) ? other : one,
  );
  const sorted = insides.toSorted((a, b) => Math.abs(a - ground) - Math.abs(b - ground));
  // The value whose distance from the ground is the median one, not the median value.
  const module = sorted[sorted.length >> 1]!;
  if (Math.abs(module - ground) < LEAST_STEP_K) return null;
  const partOf = (value: number) => (value - ground) / (module - ground);
  const part = partOf(ahead);
  const isCovered = part >= COVERED && part <= BEYOND;
  const gap = isCovered ? "covered" : part <= OPEN ? "open" : "unclear";
  const strip = Math.max(STRIP.metres, STRIP.pixels * place.pixel_m);
  let hasGround = false;
  for (let from = EDGE.metres; from + strip <= depth_m - EDGE.metres; from += strip / 2)
    hasGround ||= partOf(medianIn(side, -from - strip, -from)) <= OPEN;
  return { gap, hasGround };
}

/** By row: the modules in the raster that lie at a gap, or at the end of their row. */
function runEnds(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
): ReadonlyMap<number, readonly RunEnd[]> {
  const { centreX, centreY, length, width, parent } = geometry;
  const rows = Array.from(length.keys()).filter((row) => {
    if (!(length[row]! > 0) || parent[row] === NO_ROW) return false;
    const [column, line] = toPixel(centreX[row]!, centreY[row]!);
    return column >= 0 && line >= 0 && column < raster.width && line < raster.height;
  });
  const trackers = [...Map.groupBy(rows, (row) => parent[row]!).values()];
  const step = Math.max(1, Math.ceil(trackers.length / MOST_TRACKERS));
  const chosen = trackers.filter((_, at) => at % step === 0);
  const all = Array.from(length.keys()).filter((row) => length[row]! > 0);
  const nearby = nearbyOf(geometry, all, Math.max(1, 2 * (length[rows[0] ?? 0] ?? 1)));
  const found = new Map<number, RunEnd[]>();
  for (const tracker of chosen) {
    const sides = tracker.map((row) => ({ row, gaps: gapsOf(geometry, nearby, row) }));
    const between = (axis: Axis) =>
      sides.filter(({ gaps }) => Math.max(...gaps[axis]) < GAP_M).length;
    // Along the row a module has others on both sides.
    const [long, across] = [between(0), between(1)];
    if (long === across) continue;
    const axis = long > across ? 0 : 1;
    for (const { row, gaps } of sides) {
      const angle = geometry.rotation[row]! + (axis * Math.PI) / 2;
      const ends = ([1, -1] as const).flatMap((sign): RunEnd[] => {
        const [gap_m, back_m] = sign > 0 ? gaps[axis] : [gaps[axis][1], gaps[axis][0]];
        if (gap_m < GAP_M || back_m >= GAP_M) return [];
        const way = [sign * Math.cos(angle), sign * Math.sin(angle)] as const;
        const depth_m = (axis === 0 ? length : width)[row]!;
        return [{ row, way, isEnd: axis === 0, gap_m, back_m, depth_m }];
      });
      if (ends.length > 0) found.set(row, ends);
    }
  }
  return found;
}

/** The long axis of a module, and the one across. */
type Axis = 0 | 1;
type Gaps = readonly [ahead: number, behind: number];

/** Metres to the next component along both axes of a module, ahead and behind; Infinity where there is none within reach. */
function gapsOf(
  { centreX, centreY, length, width, rotation }: Geometry,
  nearby: Nearby,
  row: number,
): readonly [long: Gaps, across: Gaps] {
  const [x, y] = [centreX[row]!, centreY[row]!];
  const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
  const size = [length[row]!, width[row]!] as const;
  const gaps: [[number, number], [number, number]] = [
    [Infinity, Infinity],
    [Infinity, Infinity],
  ];
  for (const other of nearby.around(x, y, 1.5 * size[0] + END_M)) {
    if (other === row) continue;
    const [dx, dy] = [centreX[other]! - x, centreY[other]! - y];
    const away = [dx * cos + dy * sin, dy * cos - dx * sin] as const;
    const turn = rotation[other]! - rotation[row]!;
    const [same, crossed] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
    const own = [
      length[other]! * same + width[other]! * crossed,
      length[other]! * crossed + width[other]! * same,
    ] as const;
    for (const axis of [0, 1] as const) {
      if (Math.abs(away[1 - axis]!) > BESIDE * size[1 - axis]!) continue;
      const gap = Math.max(0, Math.abs(away[axis]) - (size[axis] + own[axis]) / 2);
      const way = away[axis] > 0 ? 0 : 1;
      if (gap < END_M) gaps[axis][way] = Math.min(gaps[axis][way], gap);
    }
  }
  return gaps;
}
