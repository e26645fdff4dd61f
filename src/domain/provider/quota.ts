// What a customer and one of its users may store: bytes of files, and rows of what people enter.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { limits } from "../limits.ts";

/** As the app shows sizes. */
export const gigabyte = 1024 ** 3;

/**
 * Bytes count as soon as an upload declares them: drone data, images of observations and their parts, blueprints, 3D
 * models, and all files of reports. Rows are observations, reports, comments, work orders, changed fields of findings and
 * of orders, custom properties, serial numbers, reference measurements, marks in images, and reports of errors. Deleted
 * observations count until they cannot be restored. What staff import and what the product makes does not count: twins,
 * results and their images, pyramids of orthomosaics, metered days, routes.
 */
export type Amount = { readonly bytes: number; readonly rows: number };

export const quotaShape = z.object({
  /** Gigabytes and rows of the whole customer. */
  storage_limit_gb: z.number().int().min(0).max(1_000_000),
  row_limit: z.number().int().min(0).max(1_000_000_000),
  /** Of each user of the customer. */
  user_storage_limit_gb: z.number().int().min(0).max(1_000_000),
  user_row_limit: z.number().int().min(0).max(1_000_000_000),
});
export type Quota = z.infer<typeof quotaShape>;

/** What a customer uses of its quota. */
export const customerUsageShape = quotaShape.extend({
  customer_id: z.number().int(),
  name: z.string(),
  bytes: z.number(),
  rows: z.number().int(),
});
export type CustomerUsage = z.infer<typeof customerUsageShape>;

/** What a user of a customer has used of the quota of each user. */
export const userUsageShape = z.object({
  account_id: z.number().int(),
  name: z.string(),
  is_deleted: z.boolean(),
  bytes: z.number(),
  rows: z.number().int(),
});
export type UserUsage = z.infer<typeof userUsageShape>;

/** Whose quota is meant. */
export type QuotaOwner = "customer" | "user";

/**
 * Why so much cannot be stored on top of what is used, or null; the values are the figures.
 * @param limit gigabytes and rows
 */
export function quotaRefusal(
  owner: QuotaOwner,
  used: Amount,
  limit: { readonly gb: number; readonly rows: number },
  wanted: Amount,
): Refusal | null {
  if (wanted.bytes > 0 && used.bytes + wanted.bytes > limit.gb * gigabyte) {
    const values = { used: inGb(used.bytes), wanted: inGb(wanted.bytes), most: limit.gb };
    return { reason: `quota_storage_${owner}`, values };
  }
  if (wanted.rows > 0 && used.rows + wanted.rows > limit.rows) {
    const days = limits.deletedObservationDays;
    const values = { used: used.rows, wanted: wanted.rows, most: limit.rows, days };
    return { reason: `quota_rows_${owner}`, values };
  }
  return null;
}

/** Three decimals; never 0 for something. */
function inGb(bytes: number): number {
  return Math.ceil(bytes / (gigabyte / 1000)) / 1000;
}
