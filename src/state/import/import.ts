// An import as the user sees it: files chosen, on their way, worked on, done or refused. It goes on
// while other panels are open.
import { atom, type Getter, type Setter } from "jotai";
import type { Endpoint } from "../../api/endpoint.ts";
import { upload } from "../../client/upload.ts";
import { launchedShape, type Task } from "../../domain/analysis/task.ts";
import { followTask } from "../settings/task.ts";
import { track } from "./upload.ts";

export type ImportRun =
  | { readonly step: "choosing" }
  | { readonly step: "sending"; readonly sent: number; readonly total: number }
  | { readonly step: "working"; readonly task: Task | null }
  | { readonly step: "done"; readonly task: Task }
  | { readonly step: "failed"; readonly cause: unknown };

type Start = {
  readonly endpoint: Endpoint;
  readonly id: number;
  readonly body: FormData;
  /** Runs once the task has succeeded. */
  readonly onDone: (get: Getter, set: Setter, task: Task) => void | Promise<void>;
};

/** Makes the atoms of one kind of import. */
export function importAtoms() {
  const runAtom = atom<ImportRun>({ step: "choosing" });
  let controller = new AbortController();

  const start = atom(null, async (get, set, { endpoint, id, body, onDone }: Start) => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const put = (run: ImportRun) => {
      if (!signal.aborted) set(runAtom, run);
    };
    put({ step: "sending", sent: 0, total: 1 });
    try {
      const sending = upload(endpoint, {
        params: { id },
        body,
        signal,
        onProgress: (sent, total) => put({ step: "sending", sent, total }),
      });
      void set(track, sending).catch(() => undefined);
      const { task_id } = launchedShape.parse(await sending);
      put({ step: "working", task: null });
      const task = await followTask(task_id, (now) => put({ step: "working", task: now }), signal);
      put({ step: "done", task });
      if (task.state === "SUCCESSFUL" && !signal.aborted) await onDone(get, set, task);
    } catch (cause) {
      put({ step: "failed", cause });
    }
  });

  /** Gives up waiting (a running task goes on at the server) and begins anew. */
  const reset = atom(null, (_get, set) => {
    controller.abort();
    set(runAtom, { step: "choosing" });
  });

  return { runAtom: atom((get) => get(runAtom)), start, reset };
}
