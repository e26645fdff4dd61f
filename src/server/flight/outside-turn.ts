// One export at a time into an account outside: two that list what is there before either has stored would store, and plan,
// everything twice.
import { createHash } from "node:crypto";
import { Client } from "pg";
import { failure, type Problem } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { poolOf } from "../store/viewer-database.ts";

/** Separates these locks from other advisory locks of the database. */
const LOCK_SPACE = 58_202;

export type OutsideTurn = {
  /** The account, or what of it an export writes to; the same text is the same turn, on all servers of the database. */
  readonly account: string;
  /** Why an export is refused while another one runs; null: it waits for its turn. */
  readonly busy: Problem | null;
};

/**
 * Does the work while no other export writes to the account. The turn is a lock of a database session of its own, which
 * ends with its process: outside systems are slow, so no transaction and no connection of a pool waits for them.
 * @throws CONFLICT with `busy`
 */
export async function inOutsideTurn<T>(
  db: Database,
  { account, busy }: OutsideTurn,
  work: () => Promise<T>,
): Promise<T> {
  const session = new Client({
    ...poolOf(db).options,
    application_name: "solar-inspection export",
  });
  session.on("error", () => undefined);
  await session.connect();
  try {
    const values = [LOCK_SPACE, keyOf(account)];
    if (busy === null) await session.query("select pg_advisory_lock($1, $2)", values);
    else {
      const { rows } = await session.query<{ mine: boolean }>(
        "select pg_try_advisory_lock($1, $2) as mine",
        values,
      );
      if (!rows[0]?.mine) throw failure("CONFLICT", busy);
    }
    return await work();
  } finally {
    // Ends the session, and the lock with it.
    await session.end().catch(() => undefined);
  }
}

const keyOf = (account: string) => createHash("sha256").update(account).digest().readInt32BE(0);

/** The flight app has one account for all customers. */
export const FLIGHT_APP_TURN = "flight-app";
export const droneCloudTurn = (project: string) => `drone-cloud ${project}`;
