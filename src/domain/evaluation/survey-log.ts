// What an evaluation of rasters says about itself.
import type { Twin } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import type { Registration } from "./registration.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";

/** The type of component that rasters are evaluated for; null for a twin without one. */
export function surveyedType({ levels }: Pick<Twin, "levels">): "module" | "absorber_tube" | null {
  const has = (type: ComponentType) => levels.some(({ component_type }) => component_type === type);
  if (has("module")) return "module";
  return has("absorber_tube") ? "absorber_tube" : null;
}

/** How a raster was moved onto the plant; null for one that is used as it lies. */
export type RasterRegistration = { readonly file: string; readonly found: Registration | null };

/** What the evaluation did, so that it can be repeated and compared. */
export type SurveyLog = {
  readonly inputs: readonly { readonly name: string; readonly sha256: string }[];
  /** Rasters that hold no temperatures, such as visible ones. */
  readonly ignored: readonly string[];
  readonly registrations: readonly RasterRegistration[];
  readonly conditions: Readonly<Record<string, number>>;
  readonly settings: EvaluationSettings;
  readonly twin_version: number;
  readonly measured: number;
  readonly not_inspected: number;
  readonly pixels: number;
};
