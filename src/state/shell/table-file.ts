// A file with a table that is sent, and what the product asks where the file does not say it.
import type { CallFailure } from "../../client/call-failure.ts";
import { saidOf, type FileMapping } from "../../domain/file-preview/file-mapping.ts";

/** What a user answered: the sheet of a workbook with several tables, the zone (IANA) of times without one. */
export type TableAnswers = { readonly sheet: string | null; readonly time_zone: string | null };
export const unanswered: TableAnswers = { sheet: null, time_zone: null };

/** What a form sends: the answers, and what was said of the columns. */
export type SentAnswers = TableAnswers & { readonly mapping?: FileMapping | null };

export function tableForm(file: File, answers: SentAnswers): FormData {
  const { sheet, time_zone } = answers;
  const mapping = saidOf(answers.mapping);
  const body = new FormData();
  if (sheet !== null) body.append("sheet", sheet);
  if (time_zone !== null) body.append("time_zone", time_zone);
  if (mapping) body.append("mapping", JSON.stringify(mapping));
  body.append("file", file, file.name);
  return body;
}

/** Whether a file was refused because its times state no zone. */
export function lacksTimeZone(fault: unknown): boolean {
  return problemsOf(fault).some(({ reason }) => reason === "condition_time_zone");
}

/** Whether one of the problems is a question: of the zone, or of the sheet. */
export function needsAnswer(problems: readonly { readonly reason: string }[]): boolean {
  return problems.some(
    ({ reason }) => reason === "condition_time_zone" || reason === "sheet_choice",
  );
}

/** The workbook whose sheets are to be chosen from; undefined where the refusal names none. */
export function workbookToChoose(fault: unknown): string | undefined {
  return problemsOf(fault).find(({ reason }) => reason === "sheet_choice")?.file;
}

/** The sheets of a workbook among which the product does not choose; none where it was refused for another reason. */
export function sheetsToChoose(fault: unknown): readonly string[] {
  return problemsOf(fault).flatMap(({ reason, sheet }) =>
    reason === "sheet_choice" && sheet !== undefined ? [sheet] : [],
  );
}

/** What was wrong with a file; none for any other fault. */
export function problemsOf(fault: unknown): NonNullable<CallFailure["problems"]> {
  return (fault as Partial<CallFailure> | null)?.problems ?? [];
}
