// The text of an error, in one form for toasts, alerts and error states.
import {
  errors,
  isOrdinary,
  shownValues,
  type ErrorCode,
  type Problem,
} from "../../domain/error.ts";
import { lenses as allLenses, type Lens } from "../../domain/flight/route/flight-route.ts";
import { faultOf } from "./loaded.ts";
import { formatDate, formatMonth, hasWords, locale, t } from "./locale.ts";

export type FaultWords = {
  readonly message: string;
  /** "[id] message" where the failure has an id. */
  readonly title: string;
  /** Reasons with their place, ready to read. */
  readonly details: readonly string[];
  readonly code: ErrorCode;
  readonly error_id: string | null;
};

/** The text of anything thrown, or of the fault of a failed Loaded. */
export function faultWords(cause: unknown): FaultWords {
  const known = faultOf(cause);
  const code = isCode(known.code) ? known.code : "SOMETHING_WENT_WRONG";
  // What was thrown on this device has its code for a message: that is for programs.
  const isBare = known.message === code || known.message.startsWith(`${code}: `);
  const message = known.message && !isBare ? known.message : t(`error:${code}`);
  // What is not recorded has no ID by which support could find it.
  const error_id = isOrdinary(code) ? null : (known.error_id ?? null);
  return {
    message,
    title: error_id === null ? message : `[${error_id}] ${message}`,
    details: known.problems.map(problemWords),
    code,
    error_id,
  };
}

type ShownProblem = Problem & { message?: string | undefined };

/** One problem with its place: "modules.kml, line 12: …". */
export function problemWords(problem: ShownProblem): string {
  const place = problemPlace(problem);
  return place === "" ? problemText(problem) : `${place}: ${problemText(problem)}`;
}

/** The reason alone. */
export function problemText({ reason, values, message }: ShownProblem): string {
  const key = `refusal:${reason}`;
  if (message) return message;
  return hasWords(key, values) ? t(key, shown(values)) : reason.replaceAll("_", " ");
}

/** The values as a reader writes them: "1 May 2026" for the day 2026-05-01, "3,000". */
function shown(values: Problem["values"]): Problem["values"] {
  const isDay = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
  // A count stays a number: it selects the plural.
  const { count, ...others } = values ?? {};
  const written = shownValues(locale(), others);
  const entries = Object.entries(count === undefined ? written : { ...written, count });
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (isDay(value)) return [name, formatDate(`${value}T12:00`)];
      if (name.endsWith("_lenses")) return [name, lensWords(String(value))];
      return [name, name === "month" && typeof value === "string" ? formatMonth(value) : value];
    }),
  );
}

/** "wide-angle, thermal" for "wide ir". */
function lensWords(lenses: string): string {
  const isLens = (one: string): one is Lens => (allLenses as readonly string[]).includes(one);
  return lenses
    .split(" ")
    .map((one) => (isLens(one) ? t(`shell:lens.${one}`) : one))
    .join(", ");
}

/**
 * The place alone: "modules.kml, line 12"; "" without one. A field is named where it is a column of that file: the
 * fields of a request are names for programs.
 */
export function problemPlace({ file, sheet, cell, line, feature, field }: Problem): string {
  const rowOrLine = (at: number) =>
    sheet === undefined ? t("shell:place.line", { line: at }) : t("shell:place.row", { line: at });
  return [
    file,
    sheet === undefined ? undefined : t("shell:place.sheet", { sheet }),
    cell === undefined ? undefined : t("shell:place.cell", { cell }),
    line === undefined ? undefined : rowOrLine(line),
    feature === undefined ? undefined : t("shell:place.feature", { feature }),
    file === undefined ? undefined : field,
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(", ");
}

function isCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && code in errors;
}
