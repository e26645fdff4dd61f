// The weakest hotspot of one cell that a survey can find: pixels and blur spread its warmth over the cells around.
import type { Geometry } from "../../component/component-index.ts";
import { evaluationSettings, type EvaluationSettings } from "../evaluation-settings.ts";
import { normalisation } from "../irradiance.ts";
import { normalShare } from "../flagged-finding.ts";
import type { MeasuredComponent } from "../raster-survey.ts";
import { medianOf } from "../../median.ts";
import { below, hotFrom, seenFrom, spreadsOf, type EdgeBlur } from "./spot-patch.ts";
import { CELLS_ACROSS, type CellModel } from "./spot-restore.ts";

/**
 * K of a cell whose two hottest pixels just reach the limit, wherever the pixels lie on it: the mean of the cell's step
 * over each pixel, blurred by a Gaussian.
 * @param cell sides of the cell in m
 * @param pixel side of a pixel on the module in m
 * @param blur standard deviation of the blur in pixels
 * @param limit K over the module from which a pixel is hot
 */
export function leastHotspot(
  cell: readonly [along: number, across: number],
  pixel: number,
  blur: number,
  limit: number,
): number {
  const sharesOf = (side: number) =>
    PHASES.map((phase) => BESIDE.map((at) => shareAt((at + phase) * pixel, side, pixel, blur)));
  const [along, across] = [sharesOf(cell[0]), sharesOf(cell[1])];
  // One hot pixel may be a fault of the sensor: the second one counts.
  const second = along.flatMap((a) =>
    across.map((b) => {
      const seen = a.flatMap((one) => b.map((other) => one * other));
      return seen.toSorted((x, y) => y - x)[1]!;
    }),
  );
  return limit / Math.min(...second);
}

/** Places of the cell's middle in a pixel, and pixels beside it, in pixels. */
const PHASES = [0, 0.125, 0.25, 0.375, 0.5] as const;
const BESIDE = [-2, -1, 0, 1] as const;

/** What a survey lets through of a hot cell: K as measured, side of a pixel in m, noise of a pixel in K. */
export type Sharpness = {
  readonly kelvin: number;
  readonly pixel_m: number;
  readonly noise_k: number;
  /** K at 1000 W/m2 by which the temperature of a whole module may be wrong (95 %); absent in older logs. */
  readonly module_error_k?: number;
  /** K at 1000 W/m2 over the others from which one module is open; absent in older logs. */
  readonly module_limit_k?: number;
  /** K at 1000 W/m2 by which 99 % of the modules are at most colder than others, before a fault warms them; absent in older logs. */
  readonly module_scatter_k?: number;
  /** Part of the excess of a warm substring that pixels and blur leave it over the next one; absent in older logs. */
  readonly substring_share?: number;
};

/** What the values of a survey show of it. */
export type SeenSurvey = {
  /** Blur and cells of the hot spots; null where there are too few of them. */
  readonly cells: CellModel | null;
  /** K, normalised: the usual uncertainty of a value; NaN without one. */
  readonly uncertainty_k: number;
  /** K, normalised: over the others from which one module is open. */
  readonly single_k: number;
  /** K, normalised: standard deviation of healthy modules. */
  readonly scatter_k: number;
};

const nothingSeen = ({ module_warm_k }: EvaluationSettings): SeenSurvey => ({
  cells: null,
  uncertainty_k: NaN,
  single_k: module_warm_k,
  scatter_k: 0,
});

/** Pixels by which the blur may be worse than the settings say, where no spot shows it. */
const BLUR_UNKNOWN = 0.3;
/** What a cell has of a sixth of the module's width. */
const CELL_SHARE = 0.95;

/** Standard deviations that 99 % of the pixels, or modules, do not fall short of. */
const SURE = 2.33;

/** Collects pixel size and noise of the measured modules; `least` is null without a module or an irradiance. */
export function sharpness(settings: EvaluationSettings, { width }: Pick<Geometry, "width">) {
  const [sides, noises, cells, blurs]: [number[], number[], number[], number[]] = [[], [], [], []];
  const across: number[] = [];
  return {
    add({ row, pixel_m2, statistics, blur }: Measured): void {
      if (blur) blurs.push(blur.pixels);
      sides.push(Math.sqrt(pixel_m2));
      const seen = blur ?? { pixels: settings.blur_pixels, ratio: 1 };
      across.push(substringShare(width[row]!, Math.sqrt(pixel_m2), seen));
      noises.push(statistics.spread);
      cells.push((CELL_SHARE * width[row]!) / CELLS_ACROSS);
    },
    /**
     * Null also in light that is too weak for any finding.
     * Where no hot spot shows the cells and the blur, half cells and more blur count: what is said to be found is found.
     * @param irradiance W/m2 of the survey
     */
    least(
      irradiance: number | null,
      { cells: seen, uncertainty_k, single_k, scatter_k }: SeenSurvey = nothingSeen(settings),
    ): Sharpness | null {
      const factor = normalisation(irradiance);
      if (Number.isNaN(factor) || sides.length === 0) return null;
      const [pixel_m, noise_k] = [medianOf(sides), medianOf(noises)];
      // Where no pixel is seen below a hotspot, noise may ask for more.
      const hot_k = hotFrom(noise_k, factor, settings.hotspot_k);
      const seen_from = seenFrom(noise_k, factor, settings.hotspot_k);
      const least_seen = seen_from < settings.hotspot_k ? seen_from : hot_k;
      const limit = least_seen / factor + SURE * noise_k;
      const side = medianOf(cells);
      const usual = blurs.length > 0 ? medianOf(blurs) : settings.blur_pixels;
      const { parts, blur } = seen ?? { parts: 2, blur: usual + BLUR_UNKNOWN };
      const seen_k = leastHotspot([side / parts, side], pixel_m, blur, limit);
      // What is measured below that is no hotspot.
      const kelvin = Math.max(hot_k / factor + SURE * noise_k, seen_k);
      const module_error_k = uncertainty_k > 0 ? uncertainty_k : 0;
      return {
        kelvin,
        pixel_m,
        noise_k,
        module_error_k,
        module_limit_k: single_k,
        module_scatter_k: SURE * scatter_k,
        substring_share: medianOf(across),
      };
    },
  };
}

/**
 * Part of the excess of the middle substring that it has at least over the one beside it, wherever the columns of pixels
 * lie on the module: the median of its pixels over that of the others. Of three columns of coarse pixels two may lie at
 * its sides, and they are the median.
 */
export function substringShare(
  width: number,
  pixel_m: number,
  { pixels, ratio }: EdgeBlur,
): number {
  const strip = width / SUBSTRINGS;
  const [, seen] = spreadsOf({ pixel_m, blur_ratio: ratio }, pixels);
  const shareOf = (x: number) => below((x + strip / 2) / seen) - below((x - strip / 2) / seen);
  const columns = Math.ceil(width / 2 / pixel_m) + 1;
  const shares = PHASES_ACROSS.map((phase) => {
    const places = Array.from(
      { length: 2 * columns + 1 },
      (_, at) => (at - columns + phase) * pixel_m,
    );
    const median = (from: number, to: number) => {
      const own = places.filter((x) => x >= from && x < to);
      return own.length > 0 ? medianOf(own.map(shareOf)) : NaN;
    };
    const end = width / 2 - evaluationSettings.edge_pixels * pixel_m;
    const beside = [median(-end, -strip / 2), median(strip / 2, end)];
    return median(-strip / 2, strip / 2) - Math.min(...beside);
  });
  // Where no column lies in one of them, nothing is said of the module's substrings.
  const known = shares.filter((one) => !Number.isNaN(one));
  return known.length > 0 ? Math.min(...known) : 0;
}

/** Places of the middle substring in a pixel. */
const PHASES_ACROSS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875] as const;

/** Across a module. */
const SUBSTRINGS = 3;

type Measured = Pick<MeasuredComponent, "row" | "pixel_m2" | "statistics" | "blur">;

/** Share of the step that a pixel sees whose middle is `away` from that of the cell, along one axis. */
function shareAt(away: number, cell: number, pixel: number, blur: number): number {
  const sigma = Math.max(blur * pixel, 1e-6);
  const steps = 50;
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const at = away + ((step + 0.5) / steps - 0.5) * pixel;
    sum += normalShare((cell / 2 - at) / sigma) - normalShare((-cell / 2 - at) / sigma);
  }
  return sum / steps;
}
