// Who is running a task: a lock of the database that dies with its process, so nobody has to guess.

import { Client } from "pg";

/** Sets these locks apart from other advisory locks of the database. */
const kind = 58_201;

export type TaskLocks = {
  /** Runs `work` while holding the task; answers false and does nothing where somebody else holds it. */
  holding(taskId: number, work: () => Promise<unknown>): Promise<boolean>;
  close(): Promise<void>;
};

/** Keeps the session that holds this process's locks; a broken one is replaced when next needed. */
export function openTaskLocks(url: string): TaskLocks {
  let session: Promise<Client> | null = null;
  // One session may take the same lock twice, so what this process holds is remembered here.
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

  async function ask(sql: string, taskId: number): Promise<boolean> {
    session ??= openSession();
    const current = session;
    try {
      const { rows } = await (await current).query(sql, [kind, taskId]);
      return rows[0].answer;
    } catch (error) {
      if (session === current) session = null;
      throw error;
    }
  }

  async function tryHold(taskId: number): Promise<boolean> {
    if (held.has(taskId)) return false;
    held.add(taskId);
    try {
      const got = await ask("select pg_try_advisory_lock($1, $2) as answer", taskId);
      if (!got) held.delete(taskId);
      return got;
    } catch (error) {
      held.delete(taskId);
      throw error;
    }
  }

  async function holding(taskId: number, work: () => Promise<unknown>): Promise<boolean> {
    if (!(await tryHold(taskId))) return false;
    try {
      await work();
      return true;
    } finally {
      held.delete(taskId);
      // A session that broke meanwhile has let go already.
      await ask("select pg_advisory_unlock($1, $2) as answer", taskId).catch(() => undefined);
    }
  }

  return {
    holding,
    async close() {
      const open = session;
      session = null;
      await open?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
