// The uploads of this tab: what the tray shows, and what its buttons do.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { tellTabs } from "../../client/upload-lock.ts";
import type { ChosenFile } from "../../client/chosen-file.ts";
import { meAtom, reloadMe } from "../account/me.ts";
import { holdUnsaved } from "../shell/leave.ts";
import { heldBySession, perSession, sessionLifetime } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { showFault } from "../shell/toast.ts";
import { reload } from "../shell/query.ts";
import { replaceAnalysis } from "../settings/analyses.ts";
import { reloadAnalysisFiles } from "./analysis-file.ts";
import { isWorthAnAttempt } from "./attempt.ts";
import { uploadQueue, type Begun, type UploadQueue } from "./queue.ts";
import { isSendingFilesAtom } from "./sending-files.ts";
import { serverTransport, surroundings } from "./server-transport.ts";
import { isMoving, isOpen, overallOf, type Transfer } from "./transfer.ts";

const listAtom = perSession<readonly Transfer[]>([]);

/** All files of this tab that are being sent, wait, or have arrived, in the order of their choice. */
export const transfersAtom = atom((get) => get(listAtom));
export const overallAtom = atom((get) => overallOf(get(listAtom)));

const held = heldBySession(() => ({
  queue: null as UploadQueue | null,
  release: null as (() => void) | null,
  /** Running requests to mark the data complete after the upload, by analysis. */
  completionRequests: new Map<number, Promise<void>>(),
}));

/** Shows the list, and keeps the page from being left while files are being sent. */
const publish = atom(null, (get, set, transfers: readonly Transfer[]) => {
  const holder = held();
  set(listAtom, transfers);
  if (transfers.length > 0) set(isSendingFilesAtom, true);
  const isBusy = transfers.some(isMoving);
  if (isBusy) holder.release ??= holdUnsaved({ kind: "uploading" });
  else if (holder.release) {
    holder.release();
    holder.release = null;
    void reloadMe();
  }
  const { moving, sent, size } = get(overallAtom);
  tellTabs({ files: moving, sent, total: size });
});

/** Analyses whose data shall be complete when the upload finishes, until the server knows it. */
const completesAtom = perSession<ReadonlySet<number>>(new Set());

/**
 * Runs when the server has accepted the start of an upload: asks it to mark the data complete at the end, where the
 * user chose so. Rejects when the server cannot be reached. The file is not sent before, because an upload that ends
 * without this request leaves the data incomplete.
 */
const began = atom(null, async (get, set, id: number): Promise<void> => {
  if (!get(completesAtom).has(id)) {
    const cached = get(transfersAtom).filter((one) => one.analysis_id === id && one.sent > 0);
    if (cached.length === 0) void reload(["analysis", id]);
    return;
  }
  const { completionRequests } = held();
  const request = completionRequests.get(id) ?? requestCompletion(id);
  completionRequests.set(id, request);
  try {
    await request;
    set(completesAtom, (all) => new Set([...all].filter((one) => one !== id)));
  } finally {
    completionRequests.delete(id);
  }
});

async function requestCompletion(id: number): Promise<void> {
  try {
    const body = { event: "after_upload_chosen" } as const;
    replaceAnalysis(await call(api.analysis.progress, { params: { id }, body }));
  } catch (cause) {
    const { problems = [] } = cause as { problems?: readonly { reason: string }[] };
    // The answer to an earlier attempt was lost.
    if (problems[0]?.reason === "after_upload_chosen_already") return;
    if (isWorthAnAttempt(cause)) throw cause;
    showFault(cause);
  }
}

const arrived = atom(null, async (get, _set, { key, analysis_id }: Transfer): Promise<void> => {
  const isLast = !get(listAtom).some(
    (one) => one.key !== key && one.analysis_id === analysis_id && isOpen(one),
  );
  await reloadAnalysisFiles(analysis_id, isLast);
  if (isLast) await reload(["analysis", analysis_id]);
});

/** The queue of the session. */
export const openQueue = atom(null, (get, set): UploadQueue => {
  const holder = held();
  if (holder.queue) return holder.queue;
  const { signal } = sessionLifetime();
  const queue = uploadQueue(
    serverTransport(valueOf(get(meAtom))?.id ?? 0, async (analysis_id) => {
      if (!signal.aborted) await set(began, analysis_id);
    }),
    surroundings,
    (transfers) => {
      if (!signal.aborted) set(publish, transfers);
    },
    (transfer) => {
      if (!signal.aborted) void set(arrived, transfer);
    },
  );
  const offline = () => queue.interrupt();
  const gone = () => tellTabs({ files: 0, sent: 0, total: 0 });
  window.addEventListener("offline", offline);
  window.addEventListener("pagehide", gone);
  const end = () => {
    window.removeEventListener("offline", offline);
    window.removeEventListener("pagehide", gone);
    queue.end();
    gone();
  };
  signal.addEventListener("abort", end, { once: true });
  holder.queue = queue;
  return queue;
});

type Target = { readonly id: number; readonly name: string };

/** Names in one request; the server takes no longer list. */
const NAMES = 10_000;

/** Sends the files to the analysis. Rejects with the refusal of the server, before any file is sent. */
export const startUpload = atom(
  null,
  async (
    _get,
    set,
    analysis: Target,
    chosen: readonly ChosenFile[],
    completes: boolean,
  ): Promise<void> => {
    const queue = set(openQueue);
    if (completes) set(completesAtom, (all) => new Set(all).add(analysis.id));
    const params = { analysis_id: analysis.id };
    for (let at = 0; at < chosen.length; at += NAMES) {
      const part = chosen.slice(at, at + NAMES);
      const file_names = part.map(({ name }) => name);
      const secure = await call(api.analysisUpload.secureFileNames, {
        params,
        body: { file_names },
      });
      queue.add(part.map((one, index) => begunOf(analysis, one, secure[index]?.file_name)));
    }
    void reloadMe();
  },
);

function begunOf(analysis: Target, chosen: ChosenFile, file_name = chosen.name): Begun {
  const { id: analysis_id, name: analysis_name } = analysis;
  const key = crypto.randomUUID();
  const known = { key, analysis_id, analysis_name, upload_id: null, sent: 0 };
  return { ...chosen, ...known, file_name, size: chosen.file.size };
}

function forEach(run: (queue: UploadQueue, key: string) => void, of: (one: Transfer) => boolean) {
  return atom(null, (get, set, key?: string) => {
    const queue = set(openQueue);
    const keys =
      key === undefined
        ? get(listAtom)
            .filter(of)
            .map((one) => one.key)
        : [key];
    for (const one of keys) run(queue, one);
  });
}

/** These concern one file, or without a key all files. */
export const pauseUpload = forEach((queue, key) => queue.pause(key), isMoving);
export const resumeUpload = forEach(
  (queue, key) => queue.resume(key),
  ({ state }) => state === "paused" || state === "failed",
);
export const cancelUpload = forEach((queue, key) => void queue.cancel(key).catch(showLost), isOpen);
export const restartUpload = forEach(
  (queue, key) => void queue.restart(key),
  ({ state }) => state === "failed",
);

/** What the server does not know any more was given up in another way. */
function showLost(cause: unknown): void {
  const { code } = cause as { code?: string };
  if (code !== "RESOURCE_NOT_FOUND" && code !== "GONE") showFault(cause);
}

/** Takes the files that have arrived off the tray. */
export const clearUploaded = atom(null, (_get, set) => set(openQueue).clearDone());
