// What a report is made from: the facts that the task reads from the database, for the process that writes the PDF.
import type { z } from "zod";
import { storedLogShape } from "../../domain/evaluation/survey-log.ts";
import type { NamedState } from "../../domain/finding/component-state.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import type { WeakestFaults } from "../../domain/evaluation/weakest-fault.ts";
import type { Technology } from "../../domain/component/component.ts";
import type { Locale } from "../../domain/account/user.ts";
import type { ReportAnnex, ReportSection } from "../../domain/report/report.ts";
import type { LossSettings } from "../../domain/loss/loss-settings.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { StoreAccess } from "../file-reader/store-access.ts";

/** The parts of the log of an evaluation that a report says in words. */
export const evaluationSaidShape = storedLogShape
  .pick({
    version: true,
    method: true,
    measured: true,
    not_inspected: true,
    place_not_sure: true,
    not_judged: true,
    implausible: true,
    is_contradicted: true,
    registrations: true,
    unconfirmed: true,
    unplaced: true,
    filled: true,
    images: true,
    image_places: true,
    false_colour: true,
    nearest: true,
    range_ends: true,
    kept: true,
    beyond_range: true,
    left_out: true,
  })
  .partial();
export type EvaluationSaid = z.infer<typeof evaluationSaidShape>;

export type ReportColumn = {
  readonly key_figure_id: number;
  readonly hash: string;
  /** The plant's own limits. */
  readonly limits: readonly number[];
  readonly value_count: number;
  readonly mean: number | null;
  /** An imported file states the values: they were not measured here. */
  readonly is_stated: boolean;
  /** False for one that is only counted with: an uncertainty, which experts alone choose on a screen. */
  readonly is_shown: boolean;
};

export type ReportSurvey = {
  readonly name: string;
  readonly flown_at: string;
  readonly columns: readonly ReportColumn[];
};

export type ReportImage = {
  readonly dt_id: string;
  readonly kind: "thermal" | "rgb";
  readonly file_name: string;
  /** Keys of the picture and the small one. */
  readonly full: string;
  readonly thumb: string;
};

export type ReportInput = {
  readonly store: StoreAccess;
  /** Where the PDF goes, and the files that were asked for with it. */
  readonly path: string;
  readonly workbook_path: string;
  readonly pictures_path: string;
  readonly annexes: readonly ReportAnnex[];
  readonly title: string;
  readonly locale: Locale;
  readonly sections: readonly ReportSection[];
  readonly created_at: string;
  readonly author: string;
  readonly version: string;
  readonly customer: string;
  readonly colour: string;
  readonly logo: string | null;
  readonly plant_image: string | null;
  readonly plant: {
    readonly name: string;
    readonly technology: Technology;
    readonly nominal_capacity: number;
    /** It was estimated from the area of the plant. */
    readonly capacity_estimated: boolean;
    readonly mounting_type: Plant["mounting_type"];
    readonly module_inclination: Plant["module_inclination"];
    readonly lon: number;
    readonly lat: number;
    readonly time_zone: string;
  };
  readonly notes: string;
  readonly twin: Twin;
  readonly survey: ReportSurvey;
  /** The survey before, or null. */
  readonly previous: ReportSurvey | null;
  /** Those before `previous`, oldest first, with the columns that say what was a finding there. */
  readonly earlier: readonly ReportSurvey[];
  readonly images: readonly ReportImage[];
  /** What was decided of the findings that the survey shows. */
  readonly states: readonly NamedState[];
  /** Means that the evaluation used, by their names; empty where none were given. */
  readonly conditions: Readonly<Record<string, number>>;
  /** Of modules, that the survey can find; null where no evaluation says it. */
  readonly weakest: WeakestFaults | null;
  /** What the newest evaluation did; null where it was none of this product. */
  readonly evaluation: EvaluationSaid | null;
  readonly files: number;
  readonly loss: LossSettings;
  /** The plant states no price of energy. */
  readonly is_price_assumed: boolean;
};
