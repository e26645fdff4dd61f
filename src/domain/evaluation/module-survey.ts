// Photovoltaic modules in thermal rasters.
import type { Geometry } from "../component/component-index.ts";
import { componentSurvey, noiseOf, type ComponentSurvey } from "./component-survey.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";
import { combinedLook, combinedPattern } from "./look.ts";
import { normalisation } from "./irradiance.ts";
import { moduleFindings } from "./module-finding.ts";
import { modulePattern, type MeasuredModule } from "./module-pattern.ts";
import { implausibleModules } from "./plausibility.ts";
import type { SurveyConditions } from "./condition-record.ts";
import { isCalm } from "./survey-condition.ts";

export function moduleSurvey(
  geometry: Geometry,
  { values }: SurveyConditions,
  settings: EvaluationSettings,
): ComponentSurvey {
  const irradiance = values.irradiance?.mean ?? null;
  const factor = normalisation(irradiance);
  return componentSurvey<MeasuredModule>({
    geometry,
    validity: "module_inspection_validity",
    isSound:
      irradiance !== null && irradiance >= settings.least_irradiance && isCalm(values, settings),
    keep(one) {
      const { row, pixels, frame, pixel_m2, statistics } = one;
      // Without an irradiance no pattern is judged; the temperature is.
      const scale = Number.isNaN(factor) ? 1 : factor;
      const size = { length: geometry.length[row]!, width: geometry.width[row]!, pixel_m2 };
      const pattern = modulePattern(pixels, frame, scale, size, settings);
      return { row, median: statistics.median, noise_k: noiseOf(one), pattern };
    },
    combine(several) {
      const { temperature: median, noise_k } = combinedLook(
        several.map(({ kept, quality }) => ({ ...kept, temperature: kept.median, quality })),
      );
      const pattern = combinedPattern(several.map(({ kept }) => kept.pattern));
      return { row: several[0]!.kept.row, median, noise_k, pattern };
    },
    columns: (kept) => moduleFindings(geometry, kept, factor, settings),
    implausible: (columns) => implausibleModules(columns, values.ambient?.mean ?? NaN),
    kept_by_gate: ["module_temperature"],
  });
}
