// Operations monitoring: servers, tasks and the installation, loaded again and again while they are shown.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Task } from "../../domain/analysis/task.ts";
import type {
  AnalysisServer,
  ServerChanges,
  ServerForm,
} from "../../domain/provider/analysis-server.ts";
import type {
  GpuOffer,
  GpuServer,
  GpuServerChanges,
  GpuServerForm,
  NetworkVolume,
} from "../../domain/provider/gpu-server.ts";
import type { Monitoring } from "../../domain/provider/monitoring.ts";
import { isFinal } from "../../domain/analysis/task.ts";
import { limits } from "../../domain/limits.ts";
import { viewerAtom } from "../account/ask.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { perSession } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { readStored, writeStored } from "../shell/remembered.ts";
import { showDone, showFault } from "../shell/toast.ts";
import { t } from "../shell/locale.ts";
import { monitoringKey, tasksAtom } from "./task-list.ts";

const key = monitoringKey;

/** Seconds between two loads; 0 is off. */
export const reloadIntervals = [5, 15, 60, 0] as const;
export type ReloadInterval = (typeof reloadIntervals)[number];
const storedName = "monitoringReload";
const storedInterval = (): ReloadInterval => {
  const stored = readStored<number>(storedName);
  return reloadIntervals.find((seconds) => seconds === stored) ?? 15;
};
/** Chosen in this session; null until then. */
const chosenAtom = perSession<ReloadInterval | null>(null);
export const reloadIntervalAtom = atom(
  (get) => get(chosenAtom) ?? storedInterval(),
  (_get, set, seconds: ReloadInterval) => {
    writeStored(storedName, seconds);
    set(chosenAtom, seconds);
  },
);

export const monitoringAtom = queryOf((): ServerQuery<Monitoring> => {
  return { key: [...key, "read"], ask: (options) => call(api.monitoring.read, {}, options) };
});

export const analysisServersAtom = queryOf((get): ServerQuery<readonly AnalysisServer[]> | null => {
  const { list } = api.analysisServer;
  const isShown = get(hasPermissionAtom)(list.permission) && get(viewerAtom).customer_id === null;
  return isShown
    ? { key: [...key, "analysis-servers"], ask: (options) => call(list, {}, options) }
    : null;
});

const seesGpuServersAtom = atom(
  (get) =>
    get(hasPermissionAtom)(api.gpuServer.list.permission) && get(viewerAtom).customer_id === null,
);

type GpuServers = { readonly configured: boolean; readonly servers: readonly GpuServer[] };
export const gpuServersAtom = queryOf((get): ServerQuery<GpuServers> | null => {
  if (!get(seesGpuServersAtom)) return null;
  return { key: [...key, "gpu-servers"], ask: (options) => call(api.gpuServer.list, {}, options) };
});

/** What a form for a new server chooses from. */
export const gpuOfferAtom = queryOf((get): ServerQuery<GpuOffer> | null => {
  if (!get(seesGpuServersAtom)) return null;
  return { key: ["gpu-offer"], ask: (options) => call(api.gpuServer.offer, {}, options) };
});
export const networkVolumesAtom = queryOf((get): ServerQuery<readonly NetworkVolume[]> | null => {
  if (!get(seesGpuServersAtom)) return null;
  const { networkVolumes } = api.gpuServer;
  return { key: ["gpu-volumes"], ask: (options) => call(networkVolumes, {}, options) };
});

/** Milliseconds until everything is loaded again; null for never. Tasks that have not ended are asked more often. */
export const reloadAfterAtom = atom((get): { all: number; tasks: number | null } | null => {
  const seconds = get(reloadIntervalAtom);
  if (seconds === 0) return null;
  const isUnderWay = (valueOf(get(tasksAtom)) ?? []).some((task) => !isFinal(task));
  return { all: seconds * 1000, tasks: isUnderWay ? limits.taskPollMs : null };
});

export function reloadMonitoring(): Promise<void> {
  return reload(key);
}

export function reloadTasks(): Promise<void> {
  return reload([...key, "tasks"]);
}

/** Makes a change, says that it was made, and loads everything again. */
function change<Thing, More extends unknown[]>(
  word: string,
  wordOf: (thing: Thing) => string,
  send: (thing: Thing, ...more: More) => Promise<unknown>,
) {
  return async (thing: Thing, ...more: More): Promise<void> => {
    try {
      await send(thing, ...more);
      showDone(t(word, { name: wordOf(thing) }));
    } catch (cause) {
      showFault(cause);
    }
    // After a fault as well: the server may have done it.
    await reloadMonitoring();
  };
}

const taskName = ({ name }: Task) => t(`task:${name}`);
const ofTask = ({ id }: Task) => ({ params: { id } });
const ofServer = ({ id }: AnalysisServer) => ({ params: { id } });
const ofGpuServer = ({ id }: GpuServer) => ({ params: { gpu_server: id } });
const nameOf = ({ name }: { readonly name: string }) => name;

export const cancelTask = change("monitoring:done.cancelled", taskName, (task: Task) =>
  call(api.task.cancel, ofTask(task)),
);
export const retryTask = change("monitoring:done.repeated", taskName, (task: Task) =>
  call(api.task.retry, ofTask(task)),
);
export const finishTask = change("monitoring:done.finished", taskName, (task: Task) =>
  call(api.task.finishRunning, ofTask(task)),
);
export const startServer = change("monitoring:done.started", nameOf, (server: AnalysisServer) =>
  call(api.analysisServer.start, ofServer(server)),
);
export const stopServer = change("monitoring:done.stopped", nameOf, (server: AnalysisServer) =>
  call(api.analysisServer.stop, ofServer(server)),
);
export const changeServer = change(
  "monitoring:done.changed",
  nameOf,
  (server: AnalysisServer, body: ServerChanges) =>
    call(api.analysisServer.update, { ...ofServer(server), body }),
);
export const removeServer = change("monitoring:done.removed", nameOf, (server: AnalysisServer) =>
  call(api.analysisServer.remove, ofServer(server)),
);
/** Rejects with the refusal. */
export async function createServer(body: ServerForm): Promise<void> {
  await call(api.analysisServer.create, { body });
  showDone(t("monitoring:done.added", { name: body.name }));
  await reloadMonitoring();
}
/** Rejects with the refusal. */
export async function editServer(server: AnalysisServer, body: ServerChanges): Promise<void> {
  await call(api.analysisServer.update, { ...ofServer(server), body });
  showDone(t("monitoring:done.changed", { name: body.name ?? server.name }));
  await reloadMonitoring();
}
export const startGpuServer = change("monitoring:done.started", nameOf, (server: GpuServer) =>
  call(api.gpuServer.start, ofGpuServer(server)),
);
export const stopGpuServer = change("monitoring:done.stopped", nameOf, (server: GpuServer) =>
  call(api.gpuServer.stop, ofGpuServer(server)),
);
export const terminateGpuServer = change("monitoring:done.ended", nameOf, (server: GpuServer) =>
  call(api.gpuServer.terminate, ofGpuServer(server)),
);
export const changeGpuServer = change(
  "monitoring:done.changed",
  nameOf,
  (server: GpuServer, body: GpuServerChanges) =>
    call(api.gpuServer.update, { ...ofGpuServer(server), body }),
);
/** Rejects with the refusal. */
export async function createGpuServer(body: GpuServerForm): Promise<void> {
  await call(api.gpuServer.create, { body });
  showDone(t("monitoring:done.created", { name: body.name }));
  await reloadMonitoring();
}
