// Where a raster of absorber tubes really lies: by the lines of the tubes across the rows, and by the ends of the rows.
import type { Geometry } from "../../component/component-index.ts";
import { medianOf } from "../../median.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { endsOf, nearbyOf, spreadOver, type Point } from "./place-window.ts";
import { endIn, lineIn, stripAt, type LineFound, type Strip } from "./tube-line.ts";
import type { Pose } from "./pose.ts";

/** Metres that a raster may lie beside its place: the mirror is wider. */
export const REACH_M = 3;
const MOST_STRIPS = 32;
const MOST_CANDIDATES = 6000;
const NEARBY_M = 12;
/** Lines are compared where they are at least so warm over the mirror, in K, and others are weaker. */
const LEAST_OVER_K = 1.5;
const MOST_SECOND = 0.6;
/** Part of a tube whose line is looked for: beside its ends lie bellows. */
const ALONG = 0.8;
/** Metres within which lines agree, and ends of rows. */
const AGREE = { across: 0.04, along: 0.35 } as const;

/** The line of a tube in its surroundings, where it is clear. */
export function clearLineIn(strip: Strip, length_m: number, reach_m: number): LineFound | null {
  const found = lineIn(strip, length_m * ALONG, reach_m);
  return found && isClear(found) ? found : null;
}

/** Whether a line so far to a side of its place is that of the tube. */
export const agreesAcross = (metres: number) => Math.abs(metres) <= AGREE.across;

const isClear = ({ over_k, second }: LineFound) => over_k >= LEAST_OVER_K && second <= MOST_SECOND;

export type TubesPlaced = {
  readonly pose: Pose;
  readonly middle: Point;
  readonly residual: number;
  /** Lines that agree, and others. */
  readonly used: number;
  readonly rejected: number;
  /** Row ends that agree with the pose, and all row ends that were compared. */
  readonly ends: readonly [agreeing: number, seen: number];
  readonly before: number;
};

type Line = { readonly strip: Strip; readonly found: LineFound };

/** Null where no line is found. */
export async function tubesPlaceOf(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
): Promise<TubesPlaced | null> {
  const rows: number[] = [];
  for (let row = 0; row < geometry.count; row++) if (geometry.length[row]! > 0) rows.push(row);
  const seen = rows.filter((row) => {
    const [column, line] = toPixel(geometry.centreX[row]!, geometry.centreY[row]!);
    return column >= 0 && line >= 0 && column < raster.width && line < raster.height;
  });
  const step = Math.max(1, Math.ceil(seen.length / MOST_CANDIDATES));
  const candidates = seen.filter((_, at) => at % step === 0);
  if (candidates.length === 0) return null;
  const nearby = nearbyOf(geometry, rows, NEARBY_M);
  const ends = endsOf(geometry, candidates, nearby);
  const chosen = spreadOver(geometry, ends, MOST_STRIPS / 2);
  chosen.push(...spreadOver(geometry, candidates, MOST_STRIPS - chosen.length, chosen));
  const lines: Line[] = [];
  let looked = 0;
  for (const row of chosen) {
    const strip = await stripAt(raster, geometry, toPixel, row, REACH_M);
    const found = strip && lineIn(strip, geometry.length[row]! * ALONG, REACH_M);
    if (!found) continue;
    looked += 1;
    if (isClear(found)) lines.push({ strip, found });
  }
  if (lines.length === 0) return null;
  const middle: Point = [
    mean(lines.map(({ strip }) => strip.middle[0])),
    mean(lines.map(({ strip }) => strip.middle[1])),
  ];
  const across = acrossFit(lines, middle);
  const along = alongFit(across.used, geometry, new Set(ends), (row) =>
    neighbourWay(geometry, nearby, row),
  );
  const [first] = across.used;
  const axis = first!.strip.axis;
  const shift = [
    across.shift[0] + along.shift * axis[0],
    across.shift[1] + along.shift * axis[1],
  ] as const;
  return {
    pose: { dx: shift[0], dy: shift[1], turn: across.turn, scale: 1 },
    middle,
    residual: across.residual,
    used: across.used.length,
    rejected: looked - across.used.length,
    ends: along.ends,
    before: Math.hypot(...shift),
  };
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** Shift across the rows and turn that most lines agree on. */
function acrossFit(lines: readonly Line[], middle: Point) {
  const usual = medianOf(lines.map(({ found }) => found.across));
  const axis = lines[0]!.strip.axis;
  const reference: Point = [-axis[1], axis[0]];
  // Rows may be drawn from either end.
  const points = lines.map((line) => {
    const { side, middle: own } = line.strip;
    const way = Math.sign(side[0] * reference[0] + side[1] * reference[1]) || 1;
    const away = (own[0] - middle[0]) * axis[0] + (own[1] - middle[1]) * axis[1];
    return { line, value: way * line.found.across, away };
  });
  let [shift, turn] = [medianOf(points.map(({ value }) => value)), 0];
  // A turn shows as a slope along the rows: the median over pairs, which single lines do not move.
  const slopes = points.flatMap((a, at) =>
    points.slice(at + 1).flatMap((b) => {
      const far = b.away - a.away;
      return Math.abs(far) < LEAST_LEVER_M ? [] : [(b.value - a.value) / far];
    }),
  );
  if (slopes.length > 0) turn = medianOf(slopes);
  shift = medianOf(points.map(({ value, away }) => value - turn * away));
  const left = ({ value, away }: (typeof points)[number]) => value - shift - turn * away;
  const used = points.filter((one) => agreesAcross(left(one)));
  const kept =
    used.length > 0 ? used : points.filter(({ line }) => line.found.across === usual).slice(0, 1);
  const all = kept.length > 0 ? kept : points.slice(0, 1);
  return {
    shift: [shift * reference[0], shift * reference[1]] as const,
    turn,
    used: all.map(({ line }) => line),
    residual: Math.sqrt(mean(all.map((one) => left(one) ** 2))),
  };
}

const LEAST_LEVER_M = 15;

/** 1 where the tube's neighbour lies against its axis, so that the row ends along it; -1 the other way; 0 for neither. */
function neighbourWay(
  { centreX, centreY, length, rotation }: Geometry,
  nearby: ReturnType<typeof nearbyOf>,
  row: number,
): 1 | -1 | 0 {
  const [x, y] = [centreX[row]!, centreY[row]!];
  const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
  let way: 1 | -1 | 0 = 0;
  for (const other of nearby.around(x, y, 1.6 * length[row]!)) {
    const [dx, dy] = [centreX[other]! - x, centreY[other]! - y];
    const [along, across] = [dx * cos + dy * sin, Math.abs(dy * cos - dx * sin)];
    if (other !== row && across < 0.5 && Math.abs(along) < 1.6 * length[row]!)
      way = along > 0 ? -1 : 1;
  }
  return way;
}

/** Shift along the rows that most of their ends agree on. */
function alongFit(
  lines: readonly Line[],
  { length }: Geometry,
  ends: ReadonlySet<number>,
  wayOf: (row: number) => 1 | -1 | 0,
) {
  const axis = lines[0]!.strip.axis;
  const shifts = lines.flatMap(({ strip, found }) => {
    const way = ends.has(strip.row) ? wayOf(strip.row) : 0;
    if (way === 0) return [];
    const beyond = endIn(strip, way, length[strip.row]!, found.across, REACH_M);
    const same = Math.sign(strip.axis[0] * axis[0] + strip.axis[1] * axis[1]) || 1;
    return [Number.isNaN(beyond) ? Infinity : same * way * beyond];
  });
  const known = shifts.filter(Number.isFinite);
  const shift = known.length > 0 ? medianOf(known) : 0;
  const agreeing = known.filter((one) => Math.abs(one - shift) <= AGREE.along).length;
  return { shift, ends: [agreeing, shifts.length] as const };
}
