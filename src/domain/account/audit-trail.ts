// The audit trail as admins read it.
import { z } from "zod";
import { instantShape } from "../calendar-date.ts";
import { digitsShape, idTextShape } from "../id.ts";
import { exactLineShape } from "../text.ts";
import { auditActions } from "./audit.ts";

/** One entry. Names are null where the account or the customer is unknown or was deleted. */
export const auditRowShape = z.object({
  id: z.number().int(),
  /** ISO 8601. */
  created_at: z.string(),
  action: z.enum(auditActions),
  account_id: z.number().int().nullable(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  customer_id: z.number().int().nullable(),
  customer_name: z.string().nullable(),
  /** What was changed or received, as JSON. */
  detail: z.string().nullable(),
  request_id: z.string().nullable(),
  /** Place in the chain of seals, counted from 1. */
  position: z.number().int(),
  /** SHA-256 over the entry and the seal before, in hexadecimal digits. */
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRowShape>;

/** Which entries: all conditions hold at once. */
export const auditSelection = z.object({
  /** Name, e-mail address, detail or number of the request contains each of the words. */
  q: exactLineShape.max(200).optional(),
  action: z.enum(auditActions).optional(),
  customer_id: idTextShape.optional(),
  /** At this time or later. */
  since: instantShape.optional(),
  /** Before this time. */
  until: instantShape.optional(),
});
export type AuditSelection = z.infer<typeof auditSelection>;

/** Newest first; `before` is the last position of the previous page. */
export const auditQueryShape = auditSelection.extend({
  before: idTextShape.optional(),
  limit: digitsShape(1, 500).default(200),
});

export const auditListShape = z.object({
  rows: z.array(auditRowShape),
  /** Total number of matches. */
  total: z.number().int(),
});
