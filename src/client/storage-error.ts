// Why something could not be kept on this device.

export type StorageFault = "quota" | "blocked" | "vanished" | "unavailable";

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
