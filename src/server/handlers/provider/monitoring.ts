// Operations monitoring.
import type { monitoringApi } from "../../../api/provider/monitoring.ts";
import { incompleteStates } from "../../../domain/analysis/analysis.ts";
import { isDeadLetter } from "../../../domain/analysis/task.ts";
import { openDisk } from "../../adapters/disk.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { readLastBackup } from "../../start/last-backup.ts";
import { readAnalyses } from "../../store/plant/analysis/analysis.ts";
import {
  readDatabaseSize,
  readNewestTasks,
  readUploadsUnderWay,
} from "../../store/provider/monitoring.ts";
import { readTasks } from "../../store/task.ts";

export const monitoringHandlers: Handlers<typeof monitoringApi> = {
  async read(context) {
    const { db, viewer, now } = context;
    const at = now();
    const [tasks, analyses] = await Promise.all([readTasks(db, viewer), readAnalyses(db, viewer)]);
    const waiting = tasks.filter(({ state }) => state === "PENDING");
    const oldest = Math.min(...waiting.map(({ created_at }) => Date.parse(created_at)));
    const underWay = analyses.filter(
      ({ state }) => !incompleteStates.includes(state) && state !== "FINISHED",
    );
    const newest = await readNewestTasks(
      db,
      underWay.map(({ id }) => id),
    );
    return {
      at: at.toISOString(),
      queue: {
        waiting: waiting.length,
        running: tasks.filter(({ state }) => state === "RUNNING").length,
        oldest_waiting_s: waiting.length === 0 ? null : Math.max(0, (at.getTime() - oldest) / 1000),
        dead_letters: tasks.filter(isDeadLetter).length,
      },
      analyses: underWay.map((row) => ({ ...row, task_id: newest.get(row.id) ?? null })),
      uploads: await readUploadsUnderWay(db, viewer),
      installation: viewer.customer_id === null ? await readInstallation(context) : null,
    };
  },
};

async function readInstallation({ db, settings }: Context) {
  const [disk, database, backup] = await Promise.all([
    openDisk(settings.data_dir, settings.disk_reserve_mb).room(),
    readDatabaseSize(db),
    readLastBackup(settings.data_dir),
  ]);
  return { disk, database, backup };
}
