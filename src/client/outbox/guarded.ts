// What asks the storage of an outbox: its faults by name, and an answer within a time.
import { StorageError, storageFaultOf } from "../storage-error.ts";

/** A full or blocked storage must be said within this time, not waited for. */
const LONGEST_WAIT_MS = 5000;

/**
 * Rejects with a StorageError, also where the storage does not answer in time; what it answers later is in its
 * `late`.
 */
export async function guarded<Value>(work: () => PromiseLike<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answer = (async () => work())().catch((cause: unknown) => {
    throw cause instanceof StorageError ? cause : new StorageError(storageFaultOf(cause), cause);
  });
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new StorageError("blocked", undefined, answer));
    timer = setTimeout(giveUp, LONGEST_WAIT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a storage that answers late. `onLate` is called once it has not answered in time. */
export async function answered<Value>(work: Promise<Value>, onLate?: () => void): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof StorageError) || !cause.late) throw cause;
    onLate?.();
    return (await cause.late) as Value;
  }
}
