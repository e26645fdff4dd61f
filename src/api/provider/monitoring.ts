// Operations monitoring.
import { monitoringShape } from "../../domain/provider/monitoring.ts";
import { endpoint } from "../endpoint.ts";

export const monitoringApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/analysis-monitoring",
    summary: "Queue, unfinished analyses, uploads, disk, database and the last backup.",
    permission: { any: ["READ_QFLY_SERVER", "READ_RUNPOD_SERVER", "READ_TASK"] },
    scope: null,
    answer: monitoringShape,
  }),
};
