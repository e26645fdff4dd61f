// Photovoltaic modules in thermal rasters.
import type { Geometry } from "../../component/component-index.ts";
import {
  AROUND_NOT_SURE,
  componentSurvey,
  HOT_PLACE_NOT_SURE,
  LIKE_GROUND,
  noiseOf,
  WARM_NOT_SURE,
  type ComponentSurvey,
} from "../component-survey.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { isRoughBySubstring, oppositeHalf, withoutSubstrings } from "../substring/even-part.ts";
import { roughnessOf } from "../ground-beside.ts";
import { medianOf } from "../../median.ts";
import { reliefOf } from "../relief.ts";
import type { SeenSurvey } from "../spot/least-hotspot.ts";
import type { CellModel } from "../spot/spot-restore.ts";
import { combinedLook, combinedPattern } from "../look.ts";
import { normalisation } from "../irradiance.ts";
import { keyFigureByKey } from "../../key-figure/key-figure.ts";
import { severityOf } from "../../key-figure/severity.ts";
import { borderError, middleOf, stepInside, withoutStep } from "./border-step.ts";
import { withoutBorders } from "./image-border.ts";
import { moduleFindings, type FindingColumns } from "./module-finding.ts";
import { modulePattern, type MeasuredModule } from "./module-pattern.ts";
import { implausibleModules } from "../plausibility.ts";
import type { Condition, SurveyConditions } from "../condition-record.ts";
import { usualPart } from "../reference/usual-part.ts";
import { zonalStatistics, type ZonalStatistics, type ZonePixels } from "../zonal-statistics.ts";
import { COVERAGE } from "../tube/tube-heat.ts";
import { isCalm } from "../survey-condition.ts";

/** Four images may meet in one module. */
const MOST_BORDERS = 2;

/**
 * Columns whose uncertainty has what the irradiance wandered during the survey: each module was seen in another light.
 * What a sensor is wrong by is the same for all of them, and not in it.
 */
export function withWandering(
  columns: FindingColumns,
  irradiance: Condition | undefined,
): FindingColumns {
  const { delta_t_normalised: values, delta_t_uncertainty: stated } = columns;
  if (!irradiance || !(irradiance.deviation > 0) || !values || !stated) return columns;
  const share = COVERAGE * (irradiance.deviation / irradiance.mean);
  const wider = Float32Array.from(stated, (own, row) => Math.hypot(own, share * values[row]!));
  return { ...columns, delta_t_uncertainty: wider };
}

/** Class of the validity of modules that reach the end of the camera's range. */
export const BEYOND_CAMERA = 10;

export function moduleSurvey(
  geometry: Geometry,
  { values }: SurveyConditions,
  settings: EvaluationSettings,
): ComponentSurvey & { seen(columns: FindingColumns): SeenSurvey } {
  let cells: CellModel | null = null;
  let [single_k, scatter_k]: [number, number] = [settings.module_warm_k, 0];
  const unsure = new Map<number, number>();
  const blurs: number[] = [];
  const irradiance = values.irradiance?.mean ?? null;
  const factor = normalisation(irradiance);
  const survey = componentSurvey<MeasuredModule>({
    geometry,
    validity: "module_inspection_validity",
    isSound:
      irradiance !== null && irradiance >= settings.least_irradiance && isCalm(values, settings),
    keep(one) {
      if (one.blur) blurs.push(one.blur.pixels);
      const ground = one.ground();
      return measuredIn(one.pixels, one.statistics, 0, MOST_BORDERS);
      /** @param border_k by which the sides of borders were moved */
      function measuredIn(
        pixels: ZonePixels,
        statistics: ZonalStatistics,
        border_k: number,
        borders: number,
      ): MeasuredModule {
        const { row, frame, pixel_m2, blur, is_nearest, source } = one;
        // Without an irradiance no pattern is judged; the temperature is.
        const scale = Number.isNaN(factor) ? 1 : factor;
        const [length, width] = [geometry.length[row]!, geometry.width[row]!];
        const size = { length, width, pixel_m2, blur, is_nearest };
        const pattern = modulePattern(pixels, frame, scale, size, settings);
        const surface = withoutSubstrings(pixels, frame, pattern);
        const usual = usualPart(pixels, frame, pattern, scale, settings);
        const rough_k = roughnessOf(oppositeHalf(surface, frame, pattern, scale, settings));
        const step = borders === 0 ? null : stepInside(pixels, frame, scale, rough_k, size);
        const even = step && withoutStep(pixels, step);
        return {
          row,
          source,
          median: usual?.median ?? statistics.median,
          noise_k: Math.hypot(noiseOf({ statistics }) / Math.sqrt(usual?.share ?? 1), border_k),
          pattern,
          rough_k,
          is_rough_by_substring: isRoughBySubstring(rough_k, pattern, size),
          relief_k: reliefOf(surface, frame, size),
          ground,
          middle: middleOf(pixels),
          border: even && {
            step,
            without: measuredIn(
              even,
              zonalStatistics(even)!,
              Math.hypot(border_k, borderError(step)),
              borders - 1,
            ),
          },
        };
      }
    },
    combine(several) {
      const { temperature: median, noise_k } = combinedLook(
        several.map(({ kept, quality }) => ({ ...kept, temperature: kept.median, quality })),
      );
      const pattern = combinedPattern(several.map(({ kept }) => kept.pattern));
      const { row } = several[0]!.kept;
      // Each look is compared with the ground of its own image; the one from straight above shows it best.
      const best = several.reduce((one, other) => (other.quality > one.quality ? other : one)).kept;
      const { source, rough_k, is_rough_by_substring, relief_k, ground } = best;
      const surface = { rough_k, is_rough_by_substring, relief_k, ground };
      return { row, source, median, noise_k, pattern, ...surface };
    },
    columns(kept) {
      const found = moduleFindings(
        geometry,
        withoutBorders(kept, geometry, Number.isNaN(factor) ? 1 : factor, settings),
        factor,
        blurred(),
        values.wind?.mean ?? null,
        {
          cells(one) {
            cells = one;
          },
          limit(...one) {
            [single_k, scatter_k] = one;
          },
          likeGround: (row) => unsure.set(row, LIKE_GROUND),
          hotPlace: (row) => unsure.set(row, HOT_PLACE_NOT_SURE),
          warm: (row) => unsure.set(row, WARM_NOT_SURE),
          around: (row) => unsure.set(row, AROUND_NOT_SURE),
        },
      );
      return withWandering(found, values.irradiance);
    },
    unsure: () => unsure,
    beyond: {
      validity: BEYOND_CAMERA,
      kept: ["module_temperature"],
      // What is found there is there; what is not found may be cut off.
      isCertain: (key, value) => severityOf(keyFigureByKey(key)!, value) > 0,
    },
    implausible: (columns) => implausibleModules(columns, values.ambient?.mean ?? NaN),
    kept_by_gate: ["module_temperature"],
  });
  /** With the blur that the rasters show, where they do. */
  function blurred(): EvaluationSettings {
    return blurs.length === 0 ? settings : { ...settings, blur_pixels: medianOf(blurs) };
  }
  return {
    ...survey,
    // Known after `columns`.
    seen({ delta_t_uncertainty: uncertainty }) {
      const stated = Array.from(uncertainty ?? []).filter((one) => !Number.isNaN(one));
      return { cells, uncertainty_k: medianOf(stated), single_k, scatter_k };
    },
  };
}
