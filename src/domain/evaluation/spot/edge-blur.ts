// How blurred a raster is: the step from modules to the ground beside them is a Gaussian's integral.
//
// A lens out of focus, the movement of the camera and the warping into an orthomosaic blur, and no file states by how
// much. The movement blurs along one axis only, so ends and long sides of the modules are measured apart.
import type { Geometry } from "../../component/component-index.ts";
import { freeSides } from "../ground-beside.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { dot, inverseOf } from "../least-squares.ts";
import { medianOf } from "../../median.ts";
import {
  surveyRaster,
  visitComponents,
  type MeasuredComponent,
  type SurveyRaster,
  type ToPixel,
} from "../raster-survey.ts";
import { repeatedPixels } from "./resampling.ts";
import { OUTSIDE, pixelsBeside, sidePixels, type SidePixel, type SideStep } from "./side-pixel.ts";
import { below, type EdgeBlur } from "./spot-patch.ts";

/** The most modules with a free side that are measured, and the most modules that are searched for them. */
const MOST_MODULES = 80;
const MOST_CANDIDATES = 3000;
/** Sides that must show it, of one axis. */
const LEAST_SIDES = 8;
/** Pixels in a class of distances. */
const CLASS = 0.25;
/** Pixels of a class that count. */
const LEAST_IN_CLASS = 3;
const LEAST_CLASSES = 10;
/** K of the step, and the part of it that the Gaussian may miss: shadows and grass beside the module are no step. */
const LEAST_STEP_K = 4;
const MOST_MISFIT = 0.06;
/** Standard deviations and places of the edge that are tried, in pixels. */
const SPREADS = Array.from({ length: 24 }, (_, at) => 0.35 * 1.1 ** at);
const PLACES = Array.from({ length: 41 }, (_, at) => (at - 20) * 0.15);
const LEAST_BLUR = 0.2;

/** Metres on the plant plane, and metres by which modules are longer and wider than their outlines. */
type Outline = {
  readonly shift: readonly [x: number, y: number];
  readonly longer: number;
  readonly wider: number;
};

type Edges = {
  /** Null where too few sides show it. */
  readonly blur: EdgeBlur | null;
  /** From the outlines to the modules of the raster; null where the sides do not say it. */
  readonly outline: Outline | null;
  /** Its pixels are those that lay nearest in another raster. */
  readonly is_nearest: boolean;
};

/** What the sides of the modules show. A raster whose place is not known shows nothing. */
export async function edgesOf(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
): Promise<Edges> {
  const sidesOf = freeSides(geometry);
  const spreads = { ends: [] as number[], sides: [] as number[] };
  const offsets: Offset[] = [];
  const repeated = repeatedPixels();
  const beside = pixelsBeside();
  const chosen = chosenRows(geometry, sidesOf);
  const length = geometry.length.map((one, row) => (chosen.has(row) ? one : 0));
  const read = async (window: Parameters<SurveyRaster["read"]>[0]) => {
    const block = { ...window, values: await raster.read(window, 0) };
    repeated.add(block);
    return block;
  };
  await visitComponents(
    raster,
    { ...geometry, length },
    toPixel,
    read,
    (block, { row, pixel_m2 }) => {
      const pixel_m = Math.sqrt(pixel_m2);
      for (const side of sidesOf(row, 0.02, OUTSIDE * pixel_m)) {
        const pixels = sidePixels(block, side, toPixel, pixel_m);
        const found = stepOf(pixels);
        if (!found) continue;
        beside.add(pixels, found, side.isEnd);
        spreads[side.isEnd ? "ends" : "sides"].push(found.spread);
        const [[x, y], [x0, y0]] = [side.at(1, 0), side.at(0, 0)];
        offsets.push({ isEnd: side.isEnd, x: x - x0, y: y - y0, out: found.place * pixel_m });
      }
    },
    MARGIN_M,
  );
  const [ends, sides] = [blurOf(spreads.ends), blurOf(spreads.sides)];
  const outline = outlineOf(offsets);
  const is_nearest = repeated.isNearest() || beside.isNearest();
  if (ends === null && sides === null) return { blur: null, outline, is_nearest };
  const [along, across] = [ends ?? sides!, sides ?? ends!];
  const blur = { pixels: Math.sqrt(along * across), ratio: Math.sqrt(along / across) };
  return { blur, outline, is_nearest };
}

/** Metres outwards from a side of an outline to the side in the raster, and the direction outwards. */
type Offset = {
  readonly isEnd: boolean;
  readonly x: number;
  readonly y: number;
  readonly out: number;
};

/** Metres that a side may lie beside what the others say, and how far all of them may. */
const BESIDE_M = 0.05;
const MOST_SHIFT_M = 0.15;
/** Metres at each side by which an outline is right: a blurred side is not known better. */
const LEAST_SIZED_M = 0.012;
const TURNS = 4;

/**
 * The common shift, by least squares over the sides that agree. The outlines may be larger or smaller than what is
 * seen: that moves opposite sides apart.
 */
function outlineOf(offsets: readonly Offset[]): Outline | null {
  let used = offsets;
  let found: readonly number[] | null = null;
  for (let turn = 0; turn < TURNS; turn++) {
    const isEnough = (isEnd: boolean) =>
      used.filter((one) => one.isEnd === isEnd).length >= LEAST_SIDES;
    if (!isEnough(true) || !isEnough(false)) return null;
    const rows = used.map(({ x, y, isEnd }) => [x, y, isEnd ? 1 : 0, isEnd ? 0 : 1]);
    const gram = [0, 1, 2, 3].map((i) =>
      [0, 1, 2, 3].map((k) => rows.reduce((sum, row) => sum + row[i]! * row[k]!, 0)),
    );
    const right = [0, 1, 2, 3].map((i) =>
      rows.reduce((sum, row, at) => sum + row[i]! * used[at]!.out, 0),
    );
    const back = inverseOf(gram);
    const numbers = back.map((row) => dot(row, right));
    if (!numbers.every(Number.isFinite)) return null;
    const [sx = 0, sy = 0, ends = 0, sides = 0] = numbers;
    const missOf = ({ x, y, isEnd, out }: Offset) => out - sx * x - sy * y - (isEnd ? ends : sides);
    const usual = medianOf(offsets.map((one) => Math.abs(missOf(one))));
    if (usual > BESIDE_M) return null;
    used = offsets.filter((one) => Math.abs(missOf(one)) <= Math.max(0.01, 3 * usual));
    found = numbers;
  }
  const [x = 0, y = 0, end = 0, side = 0] = found ?? [];
  if (Math.hypot(x, y) > MOST_SHIFT_M) return null;
  const sized = (out: number) => (Math.abs(out) < LEAST_SIZED_M ? 0 : 2 * out);
  return { shift: [x, y], longer: sized(end), wider: sized(side) };
}

/**
 * `surveyRaster` with what the sides of the modules show: they are measured where their sides lie, and the edges that
 * are left out are as wide as they are blurred.
 */
export async function surveySharp(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  settings: EvaluationSettings,
  visit: (measured: MeasuredComponent) => Promise<void> | void,
): Promise<number> {
  if (geometry.type !== "module") return surveyRaster(raster, geometry, toPixel, settings, visit);
  const { blur, outline, is_nearest } = await edgesOf(raster, geometry, toPixel);
  const [dx, dy] = outline?.shift ?? [0, 0];
  const moved: ToPixel = (x, y) => toPixel(x + dx, y + dy);
  const seen = outline ? sizedBy(geometry, outline) : geometry;
  if (!blur)
    return surveyRaster(raster, seen, moved, settings, (one) => visit({ ...one, is_nearest }));
  const worse = blur.pixels * Math.max(blur.ratio, 1 / blur.ratio);
  const own = { ...settings, blur_pixels: Math.max(settings.blur_pixels, worse) };
  return surveyRaster(raster, seen, moved, own, (one) => visit({ ...one, blur, is_nearest }));
}

/** The modules as large as they are seen: a twin may have those of another type, and the grid of cells is in them. */
function sizedBy(geometry: Geometry, { longer, wider }: Outline): Geometry {
  if (longer === 0 && wider === 0) return geometry;
  const grown = (by: number) => (one: number) => (one > 0 ? Math.max(one / 2, one + by) : one);
  const { length, width } = geometry;
  return { ...geometry, length: length.map(grown(longer)), width: width.map(grown(wider)) };
}

/** Metres beside a module that are read. */
const MARGIN_M = 0.6;

/** Modules with free ends and modules with free long sides, spread over the plant. */
function chosenRows(geometry: Geometry, sidesOf: ReturnType<typeof freeSides>): Set<number> {
  const all = Array.from(geometry.length.keys()).filter((row) => geometry.length[row]! > 0);
  // No multiple of the modules of a table, so that all places of a table are among them.
  const among = Math.max(1, Math.ceil(all.length / MOST_CANDIDATES)) | 1;
  const rows = all.filter((_, at) => at % among === 0);
  const chosen = new Set<number>();
  const free = rows.map((row) => ({ row, sides: sidesOf(row, 0.02, MARGIN_M) }));
  for (const isEnd of [true, false]) {
    const some = free.filter(({ sides }) => sides.some((side) => side.isEnd === isEnd));
    const step = Math.max(1, some.length / (MOST_MODULES / 2));
    for (let at = 0; at < some.length; at += step) chosen.add(some[Math.floor(at)]!.row);
  }
  return chosen;
}

/** The blur without the area of a pixel, which blurs by a twelfth of its side squared. */
function blurOf(spreads: readonly number[]): number | null {
  if (spreads.length < LEAST_SIDES) return null;
  return Math.sqrt(Math.max(LEAST_BLUR ** 2, medianOf(spreads) ** 2 - 1 / 12));
}

type Profile = { readonly at: number; readonly value: number }[];

/** The step at one side, its standard deviation and its place outwards, in pixels; null where it is none. */
function stepOf(pixels: readonly SidePixel[]): SideStep | null {
  const profile = profileOf(pixels);
  if (profile.length < LEAST_CLASSES) return null;
  let best = { rest: Infinity, spread: NaN, place: 0, step: 0 };
  for (const spread of SPREADS) {
    for (const place of PLACES) {
      const found = stepAt(profile, place, spread);
      if (found.rest < best.rest) best = { ...found, spread, place };
    }
  }
  const misfit = Math.sqrt(best.rest / profile.length);
  const isStep = Math.abs(best.step) >= LEAST_STEP_K && misfit <= MOST_MISFIT * Math.abs(best.step);
  return isStep ? best : null;
}

/** Medians of the pixels by their distance from the side, in pixels, outwards. */
function profileOf(pixels: readonly SidePixel[]): Profile {
  const classes = new Map<number, number[]>();
  for (const { away, value } of pixels) {
    const key = Math.round(away / CLASS);
    const all = classes.get(key);
    if (all) all.push(value);
    else classes.set(key, [value]);
  }
  return [...classes]
    .filter(([, all]) => all.length >= LEAST_IN_CLASS)
    .map(([key, all]) => ({ at: key * CLASS, value: medianOf(all) }));
}

/** The step that fits best with its middle there, and what it leaves of the squares. */
function stepAt(profile: Profile, place: number, spread: number) {
  let [n, s, ss, t, st, tt] = [0, 0, 0, 0, 0, 0];
  for (const { at, value } of profile) {
    const share = below((at - place) / spread);
    n += 1;
    s += share;
    ss += share * share;
    t += value;
    st += share * value;
    tt += value * value;
  }
  const square = ss - (s * s) / n;
  if (!(square > 0)) return { rest: Infinity, step: 0 };
  const step = (st - (s * t) / n) / square;
  return { rest: tt - (t * t) / n - step * step * square, step };
}
