// The tasks that the viewer sees, and whether there is anything to monitor.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Task } from "../../domain/analysis/task.ts";
import { viewerAtom } from "../account/ask.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { valueOf } from "../shell/loaded.ts";
import { queryOf, type ServerQuery } from "../shell/query.ts";

/** The key of all data of the operations monitoring. */
export const monitoringKey = ["monitoring"];

export const tasksAtom = queryOf((get): ServerQuery<readonly Task[]> | null => {
  const { list } = api.task;
  if (!get(hasPermissionAtom)(list.permission)) return null;
  return { key: [...monitoringKey, "tasks"], ask: (options) => call(list, {}, options) };
});

/** True for staff, and for customers' users who have started a task: others would find an empty page. */
export const isMonitoringOfferedAtom = atom(
  (get) => get(viewerAtom).is_admin || (valueOf(get(tasksAtom))?.length ?? 0) > 0,
);
