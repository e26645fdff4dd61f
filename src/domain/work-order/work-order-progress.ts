// How much of a work order is done.
import { unfinishedStatuses, type FindingStatus } from "../finding/finding-status.ts";
import type { WorkOrder } from "./work-order.ts";

export type OrderProgress = { readonly done: number; readonly of: number };

/**
 * Findings of the order that are done. One that is not among `lives` counts as not done: nothing says that it is.
 *
 * @param lives those of the plant; undefined while they are not known
 * @returns null where nothing can be said
 */
export function orderProgress(
  { finding_ids }: Pick<WorkOrder, "finding_ids">,
  lives: readonly { readonly id: number; readonly status: FindingStatus }[] | undefined,
): OrderProgress | null {
  if (lives === undefined) return null;
  const own = new Set(finding_ids);
  const finished = lives.filter(({ id, status }) => own.has(id) && !unfinishedStatuses.has(status));
  return { done: finished.length, of: finding_ids.length };
}
