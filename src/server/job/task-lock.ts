// Locks tasks with advisory locks of PostgreSQL, which end with the process that holds them.

import { Client } from "pg";

/** Separates these locks from other advisory locks of the database. */
const lockSpace = 58_201;

export type TaskLocks = {
  /** Runs `work` while holding the lock of the task. Returns false at once if the lock is taken. */
  withLock(taskId: number, work: () => Promise<unknown>): Promise<boolean>;
  close(): Promise<void>;
};

/** Opens the database session that holds the locks of this process. A broken session is replaced at the next use. */
export function openTaskLocks(url: string): TaskLocks {
  let session: Promise<Client> | null = null;
  // PostgreSQL grants a session the same lock twice, so the locks of this process are tracked here.
  const held = new Set<number>();

  async function openSession(): Promise<Client> {
    const client = new Client({
      connectionString: url,
      application_name: "solar-inspection tasks",
    });
    client.on("error", () => (session = null));
    await client.connect();
    return client;
  }

  async function query(sql: string, taskId: number): Promise<boolean> {
    session ??= openSession();
    const current = session;
    try {
      const { rows } = await (await current).query(sql, [lockSpace, taskId]);
      return rows[0].answer;
    } catch (error) {
      if (session === current) session = null;
      throw error;
    }
  }

  async function tryLock(taskId: number): Promise<boolean> {
    if (held.has(taskId)) return false;
    held.add(taskId);
    try {
      const isLocked = await query("select pg_try_advisory_lock($1, $2) as answer", taskId);
      if (!isLocked) held.delete(taskId);
      return isLocked;
    } catch (error) {
      held.delete(taskId);
      throw error;
    }
  }

  async function withLock(taskId: number, work: () => Promise<unknown>): Promise<boolean> {
    if (!(await tryLock(taskId))) return false;
    try {
      await work();
      return true;
    } finally {
      held.delete(taskId);
      // A broken session has released the lock already.
      await query("select pg_advisory_unlock($1, $2) as answer", taskId).catch(() => undefined);
    }
  }

  return {
    withLock,
    async close() {
      const open = session;
      session = null;
      await open?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
