// Changes that are being sent, by the key of the data that they change.
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/query-core";
import { heldBySession } from "./lifetime.ts";

export type Running = {
  count: number;
  /** Whether the data must be fetched once all changes have ended. */
  isOutdated: boolean;
  readonly client: QueryClient;
};

export const runningChanges = heldBySession(() => new Map<string, Running>());

/**
 * Whether data may be fetched again by themselves. While a change of them is sent, the answer would take the preview
 * off the screen: they are fetched after it.
 */
export function mayFetchAgain(key: QueryKey): boolean {
  const running = runningChanges().get(hashKey(key));
  if (!running || running.count === 0) return true;
  running.isOutdated = true;
  return false;
}
