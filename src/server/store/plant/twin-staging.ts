// Uploaded files of a twin until the job reads them.
import { randomUUID } from "node:crypto";
import { and, notInArray, sql } from "drizzle-orm";
import type { Database, Services } from "../../context.ts";
import { task } from "../schema/plant.ts";

const root = "upload/twin/";

/** A folder for one upload. Its name begins with the time, to recognise leftovers. */
export function stagingFolder(now: Date): string {
  return `${root}${now.getTime()}-${randomUUID()}`;
}

/** Removes the files of uploads before `before` that have no waiting task. */
export async function sweepStaging(
  db: Database,
  files: Services["files"],
  before: Date,
): Promise<void> {
  for await (const key of files.list(root)) {
    const folder = key.slice(0, key.indexOf("/", root.length));
    const begun = Number(folder.slice(root.length).split("-")[0]);
    if (!(begun < before.getTime())) continue;
    const [waiting] = await db
      .select({ id: task.id })
      .from(task)
      .where(
        and(
          notInArray(task.state, ["SUCCESSFUL", "FAILED"]),
          sql`strpos(${task.input}::text, ${folder}) > 0`,
        ),
      )
      .limit(1);
    if (waiting === undefined) await files.remove(key);
  }
}
