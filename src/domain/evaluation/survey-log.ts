// What an evaluation of rasters says about itself.
import type { EvaluationSettings } from "./evaluation-settings.ts";

/** What the evaluation did, so that it can be repeated and compared. */
export type SurveyLog = {
  readonly inputs: readonly { readonly name: string; readonly sha256: string }[];
  /** Rasters that hold no temperatures, such as visible ones. */
  readonly ignored: readonly string[];
  readonly conditions: Readonly<Record<string, number>>;
  readonly settings: EvaluationSettings;
  readonly factor: number | null;
  readonly twin_version: number;
  readonly measured: number;
  readonly not_inspected: number;
  readonly pixels: number;
};
