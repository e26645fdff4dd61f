// What a warranty package is made from: the facts of a report, and of each finding who made its component, its serial
// numbers and what was decided.
import type { FindingPlace } from "../../domain/finding/finding-life.ts";
import type { FindingStatus } from "../../domain/finding/finding-status.ts";
import type { Rma } from "../../domain/finding/rma.ts";
import type { SerialSpan } from "../../domain/serial-number/serial-course.ts";
import type { ReportInput, ReportSurvey } from "./report-input.ts";

export type WarrantyFinding = FindingPlace & {
  /** Null where nothing states it. */
  readonly maker: string | null;
  /** The numbers that its component has and had, in the order in which they were stated. */
  readonly serials: readonly SerialSpan[];
  /** Null where nothing was decided. */
  readonly life: (Rma & { readonly status: FindingStatus }) | null;
};

export type WarrantyInput = {
  readonly report: ReportInput;
  readonly findings: readonly WarrantyFinding[];
  /** Released surveys of before with what names and judges faults, the first one first; the last one is the survey itself. */
  readonly surveys: readonly ReportSurvey[];
  readonly folder: string;
  /** Where the ZIP goes. */
  readonly path: string;
};
