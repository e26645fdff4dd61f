// What a chapter of a report is written from.
import type { ObjectStore } from "../adapters/object-storage.ts";
import type { Paper } from "./paper.ts";
import type { Brief } from "./report-brief.ts";
import type { ReportData } from "./report-data.ts";
import type { ReportImages } from "./report-image.ts";
import type { ReportLoss } from "./report-loss.ts";
import type { ReportInput } from "./report-input.ts";
import type { ReportWords } from "./report-words.ts";

export type Chapter = {
  readonly store: ObjectStore;
  readonly input: ReportInput;
  readonly data: ReportData;
  readonly paper: Paper;
  readonly words: ReportWords;
  readonly loss: ReportLoss;
  readonly brief: Brief;
  readonly images: ReportImages;
};
