// Why something could not be kept on this device.

/** `unloaded`: the part of the app that keeps it could not be loaded. */
export type StorageFault = "quota" | "blocked" | "vanished" | "unloaded" | "unavailable";

export class StorageError extends Error {
  readonly fault: StorageFault;
  /** Of a storage that has not answered in time: its answer, which may still come. */
  readonly late: Promise<unknown> | undefined;

  constructor(fault: StorageFault, cause?: unknown, late?: Promise<unknown>) {
    super(`outbox: ${fault}`, { cause });
    this.fault = fault;
    this.late = late;
  }
}

/** Dexie puts what the browser said into `inner`. */
export function storageFaultOf(cause: unknown): StorageFault {
  const { name = "", inner } = (cause ?? {}) as { name?: string; inner?: { name?: string } };
  const names = [name, inner?.name ?? ""];
  if (names.includes("QuotaExceededError")) return "quota";
  if (names.includes("NotFoundError") || names.includes("DatabaseClosedError")) return "vanished";
  return "unavailable";
}
