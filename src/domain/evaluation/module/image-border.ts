// Steps inside of modules where two images of an orthomosaic meet: a border follows the images, and not the modules.
//
// A step of some tenths of a kelvin up to some kelvins cuts modules in two. One side of it then looks like a hot spot, a
// warm substring or a shadow. The same step goes straight on in other modules, which no fault does: there it is taken
// out, and what is left of the module is judged.
import type { Geometry } from "../../component/component-index.ts";
import { medianOf } from "../../median.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { withCrossings } from "./border-crossing.ts";
import { DIRECTIONS } from "./border-step.ts";
import type { MeasuredModule } from "./module-pattern.ts";

/** Modules whose step must lie on the same line, metres along it in which they are looked for, and pixels across it. */
const LEAST_OTHERS = 2;
const REACH_M = 14;
const LINE_PIXELS = 2.5;
/** Of one step over another on the same line: images differ a little along their border. */
const ALIKE = 2;
/** Metres by which the line lies elsewhere in another module, where no soil and no shadow of the row goes on. */
const ELSEWHERE_M = 0.1;
/** Length of a module from its middle to that of another in which its soil or its shadow does not go on. */
const APART = 1.5;

/**
 * The modules without the steps that go straight on in others. What is found in only one of two readings is not sure, and
 * they have the other one, too: where a step was taken out, and where one follows the images of a survey and not its
 * module, but too few others show it.
 * @param factor turns K into K at 1000 W/m2
 */
export function withoutBorders(
  measured: readonly MeasuredModule[],
  geometry: Geometry,
  factor: number,
  settings: EvaluationSettings,
): readonly MeasuredModule[] {
  const cut = measured.filter(({ border }) => border);
  if (cut.length === 0) return measured;
  const taken: MeasuredModule[] = [];
  const left = takenOut(measured, geometry, modulesNear(measured, cut, geometry), taken);
  if (taken.length === 0) return measured;
  const before = new Map(taken.toReversed().map(({ row, pattern }) => [row, pattern]));
  const meeting = new Set(taken.map(({ source }) => source));
  const both = left.map((one) => {
    const isOpen = one.border?.step.is_aslant && meeting.has(one.source);
    const other = isOpen ? one.border?.without.pattern : before.get(one.row);
    return other ? { ...one, other } : one;
  });
  return withCrossings(both, taken, geometry, factor, settings);
}

/**
 * @param near as measured: what was taken out of others must not count
 * @param taken gets the modules with the steps that are taken out
 */
function takenOut(
  measured: readonly MeasuredModule[],
  geometry: Geometry,
  near: ModulesNear,
  taken: MeasuredModule[],
): readonly MeasuredModule[] {
  const open = measured.filter(({ border }) => border);
  if (open.length === 0) return measured;
  // A border that is known goes on: beside it one module more is enough.
  const known = new Set(taken);
  const cut = [...open, ...known];
  // Two on one line lie within their reach: in the same part of it, or in two beside each other.
  const partOf = ({ border }: MeasuredModule) =>
    Math.floor((border!.step.along * border!.step.pixel_m) / REACH_M);
  const groups = Map.groupBy(
    cut.flatMap((one) => [-1, 0, 1].map((away) => ({ one, part: partOf(one) + away }))),
    ({ one, part }) => `${one.source ?? 0} ${one.border!.step.direction} ${part}`,
  );
  const found = new Map<number, MeasuredModule>();
  for (const all of groups.values()) {
    const sorted = all
      .map(({ one }) => one)
      .toSorted((a, b) => a.border!.step.at - b.border!.step.at);
    for (const [place, one] of sorted.entries()) {
      if (known.has(one) || partOf(one) !== all[0]!.part) continue;
      const others = [-1, 1].flatMap((way) => {
        const onLine: MeasuredModule[] = [];
        for (let at = place + way; at >= 0 && at < sorted.length; at += way) {
          if (Math.abs(sorted[at]!.border!.step.at - one.border!.step.at) > LINE_PIXELS) break;
          onLine.push(sorted[at]!);
        }
        return onLine;
      });
      const same = others.filter((other) => isSameBorder(one, other, geometry));
      const isEnough = (all: readonly MeasuredModule[]) =>
        all.length >= LEAST_OTHERS || all.some((other) => known.has(other));
      if (!isEnough(same)) continue;
      const isElsewhere = (other: MeasuredModule) =>
        elsewhereOf(one, other, geometry) >= ELSEWHERE_M;
      const isBorder =
        isBeyond([one, ...same], near(one), geometry) ?? isEnough(same.filter(isElsewhere));
      if (isBorder) found.set(one.row, one);
    }
  }
  if (found.size === 0) return measured;
  taken.push(...found.values());
  // Four images may meet in one module.
  return takenOut(
    measured.map((one) => found.get(one.row)?.border!.without ?? one),
    geometry,
    near,
    taken,
  );
}

/** The modules of the same raster that may lie within `REACH_M` along a border and `BESIDE` across it. */
type ModulesNear = (one: MeasuredModule) => Iterable<MeasuredModule>;

/** Sorts the modules into squares, so that each border looks at its surroundings and not at the whole plant. */
function modulesNear(
  measured: readonly MeasuredModule[],
  cut: readonly MeasuredModule[],
  { length }: Geometry,
): ModulesNear {
  const longest = measured.reduce((most, { row }) => Math.max(most, length[row]!), 0);
  const pixel_m = cut.reduce((least, one) => Math.min(least, one.border!.step.pixel_m), Infinity);
  const side = Math.hypot(REACH_M, BESIDE * longest) / pixel_m;
  const squareOf = (at: number) => Math.floor(at / side);
  const squares = new Map<string, MeasuredModule[]>();
  for (const one of measured) {
    if (!one.middle) continue;
    const key = `${one.source ?? 0} ${squareOf(one.middle[0])} ${squareOf(one.middle[1])}`;
    const known = squares.get(key);
    if (known) known.push(one);
    else squares.set(key, [one]);
  }
  return function* (one) {
    if (!one.middle) return;
    const [column, row] = one.middle.map(squareOf) as [number, number];
    for (let x = column - 1; x <= column + 1; x += 1)
      for (let y = row - 1; y <= row + 1; y += 1)
        yield* squares.get(`${one.source ?? 0} ${x} ${y}`) ?? [];
  };
}

function isSameBorder(one: MeasuredModule, other: MeasuredModule, geometry: Geometry): boolean {
  const [{ step: a }, { step: b }] = [one.border!, other.border!];
  const share = a.step_k / b.step_k;
  if (!(share >= 1 / ALIKE && share <= ALIKE)) return false;
  const away = Math.abs(a.along - b.along);
  if (away * a.pixel_m > REACH_M) return false;
  if (elsewhereOf(one, other, geometry) >= ELSEWHERE_M) return true;
  const { parent, centreX: x, centreY: y, length } = geometry;
  const apart = Math.hypot(x[other.row]! - x[one.row]!, y[other.row]! - y[one.row]!);
  return parent[one.row] !== parent[other.row] && apart >= APART * length[one.row]!;
}

/** Metres between the places of the line in two modules: what goes on from module to module lies at the same place of each. */
function elsewhereOf(one: MeasuredModule, other: MeasuredModule, geometry: Geometry): number {
  const axis = isAlong(one, other, geometry) ? 1 : 0;
  return Math.abs(one.border!.step.inside_m[axis] - other.border!.step.inside_m[axis]);
}

/** Lengths of a module, to each side of a border, in which the modules show its step, and so many of them. */
const BESIDE = 3;
const LEAST_BESIDE = 3;
/** Of the step, what the modules on both sides differ by at least. */
const LEAST_LEVEL = 0.4;

/**
 * Whether the modules on both sides of the line differ, too: beside the warm substrings of modules that lie one behind
 * the other they do not. Null at the rim of the plant, where too few lie on one side. Further along the line other images
 * may meet, so those beside the modules that show it count.
 * @param all the module, and those that show the same step
 */
function isBeyond(
  all: readonly [MeasuredModule, ...MeasuredModule[]],
  around: Iterable<MeasuredModule>,
  { length, width }: Geometry,
): boolean | null {
  const [one] = all;
  const { step } = one.border!;
  const [x, y] = DIRECTIONS[step.direction]!;
  const shown = all.map(({ border }) => border!.step.along);
  const beside = length[one.row]! / step.pixel_m;
  const [from, to] = [Math.min(...shown) - beside, Math.max(...shown) + beside];
  const sides: [number[], number[]] = [[], []];
  for (const { row, source, middle, median } of around) {
    if (!middle || source !== one.source || row === one.row) continue;
    const along = middle[1] * x - middle[0] * y;
    if (along < from || along > to) continue;
    const away = (middle[0] * x + middle[1] * y - step.at) * step.pixel_m;
    if (Math.abs(away) < width[row]! / 2 || Math.abs(away) > BESIDE * length[row]!) continue;
    sides[away > 0 ? 1 : 0].push(median);
  }
  const [below, above] = sides;
  if (Math.min(below.length, above.length) < LEAST_BESIDE) return null;
  return (medianOf(above) - medianOf(below)) / step.step_k >= LEAST_LEVEL;
}

/** The other module lies in the direction of the long side rather than beside it. */
function isAlong(one: MeasuredModule, other: MeasuredModule, geometry: Geometry): boolean {
  const { centreX: x, centreY: y, rotation } = geometry;
  const [dx, dy] = [x[other.row]! - x[one.row]!, y[other.row]! - y[one.row]!];
  const [cos, sin] = [Math.cos(rotation[one.row]!), Math.sin(rotation[one.row]!)];
  return Math.abs(dx * cos + dy * sin) >= Math.abs(dy * cos - dx * sin);
}
