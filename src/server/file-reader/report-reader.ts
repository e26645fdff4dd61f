// Writes the PDF of a report.
import type { ReportInput } from "../report/report-input.ts";
import { writeReport, type WrittenReport } from "../report/write-report.ts";
import type { Reader } from "./reader.ts";
import { storeOf } from "./store-access.ts";

export const reader: Reader<ReportInput, WrittenReport> = async (input) =>
  writeReport(await storeOf(input.store), input);
