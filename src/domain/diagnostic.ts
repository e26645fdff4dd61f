// Errors that browsers reported.
import { z } from "zod";
import { instantShape } from "./calendar-date.ts";
import { digitsShape, idTextShape } from "./id.ts";
import { exactLineShape, reportedShape } from "./text.ts";

/** A report from a browser: `error_id` is what the user saw in brackets, `app_url` has no query. */
export const diagnosticReportShape = z.object({
  error_id: reportedShape.max(40),
  message: reportedShape.max(2000),
  app_url: reportedShape.max(2000),
  timestamp: reportedShape.max(40),
  /** Version of the app in which it happened. */
  app_version: reportedShape.max(40).optional(),
  /** User agent of the browser. */
  user_agent: reportedShape.max(400).optional(),
});
export type DiagnosticReport = z.infer<typeof diagnosticReportShape>;

/** A report as staff see it. `user_name` and `user_email` are null if the account was deleted. */
export const diagnosticShape = z.object({
  id: z.number().int(),
  error_id: z.string(),
  message: z.string(),
  app_url: z.string(),
  /** When it happened, by the browser's clock. */
  timestamp: z.string(),
  app_version: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** When it arrived. ISO 8601. */
  created_at: z.string(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
});
export type Diagnostic = z.infer<typeof diagnosticShape>;

/** Newest first. `q` searches id, message, version, user; `before` is the last ID of the previous page. */
export const diagnosticQueryShape = z.object({
  q: exactLineShape.max(200).optional(),
  /** Days back from now; absent for all stored reports. */
  days: digitsShape(1, 366).optional(),
  /** Arrived at this time or later. */
  since: instantShape.optional(),
  before: idTextShape.optional(),
  limit: digitsShape(1, 500).default(200),
});

export const diagnosticListShape = z.object({
  rows: z.array(diagnosticShape),
  /** Total number of matches. */
  total: z.number().int(),
});

/** An address without query and hash, which can contain what a user typed. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, "");
}
