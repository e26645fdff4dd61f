// One writer per upload: a lease in the database that its holder renews. A writer that cannot renew it stops
// before another one may begin.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { failure } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import * as store from "../store/plant/analysis/analysis-upload.ts";

export type Writer = {
  readonly upload: store.UploadRow;
  readonly lease: string;
  /** False once the lease may belong to another writer. */
  isHeld(): boolean;
};

/** Interval of the tries where another writer holds the lease. */
const retryMs = 100;

type Asked<Result> = {
  readonly db: Database;
  readonly upload_id: number;
  /** How long to wait for another writer. */
  readonly waitMs: number;
  readonly work: (writer: Writer) => Promise<Result>;
  /** What is answered for an upload that has ended. */
  readonly ended: (upload: store.UploadRow) => Result;
};

/** @throws LOCKED while another writer holds the lease, and the errors of `work` and `ended` */
export async function withLease<Result>(asked: Asked<Result>): Promise<Result> {
  const { db, upload_id, work } = asked;
  const lease = randomUUID();
  const begun = performance.now();
  for (;;) {
    let held = performance.now() + store.leaseMs;
    const upload = await store.takeLease(db, upload_id, lease).catch((error: unknown) => {
      // It may have been taken all the same, and the answer was lost with the database.
      void releaseLater(db, upload_id, lease);
      throw error;
    });
    if (upload) {
      const renew = async () => {
        const asOf = performance.now();
        if (await store.renewLease(db, upload_id, lease)) held = asOf + store.leaseMs;
      };
      // Where the database is away, the lease runs out.
      const timer = setInterval(() => void renew().catch(() => undefined), store.leaseMs / 4);
      try {
        return await work({ upload, lease, isHeld: () => performance.now() < held });
      } finally {
        clearInterval(timer);
        await store.releaseLease(db, upload_id, lease).catch(() => {
          void releaseLater(db, upload_id, lease);
        });
      }
    }
    const row = requireFound(await store.readUploadRow(db, upload_id));
    if (row.state !== "running") return asked.ended(row);
    if (performance.now() - begun >= asked.waitMs) throw otherWriter();
    await sleep(retryMs);
  }
}

/** Where the database was away: the next writer need not wait until the lease runs out. */
async function releaseLater(db: Database, upload_id: number, lease: string): Promise<void> {
  for (let waited = 0; waited < store.leaseMs; waited += retryMs) {
    await sleep(retryMs);
    const isDone = await store.releaseLease(db, upload_id, lease).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

export function otherWriter() {
  return failure("LOCKED", { reason: "upload_other_writer" });
}

/** Why an upload that has ended cannot go on. */
export function endedFailure({ state, offset }: Pick<store.UploadRow, "state" | "offset">) {
  return state === "finished"
    ? failure("CONFLICT", { reason: "upload_finished", values: { offset } })
    : failure("GONE", { reason: `upload_${state}` });
}
