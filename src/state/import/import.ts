// The state of an import: choosing files, sending, processing, done or failed. It continues while other
// panels are open.
import { atom, type Getter, type Setter } from "jotai";
import type { Endpoint } from "../../api/endpoint.ts";
import { upload } from "../../client/upload.ts";
import { launchedShape, type Task } from "../../domain/analysis/task.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { heldBySession, perSession } from "../shell/lifetime.ts";
import { waitForTask } from "../settings/task.ts";
import { track } from "./upload.ts";

export type ImportRun =
  | { readonly step: "choosing" }
  | { readonly step: "sending"; readonly sent: number; readonly total: number }
  | { readonly step: "working"; readonly task: Task | null }
  | { readonly step: "done"; readonly task: Task }
  | { readonly step: "failed"; readonly cause: unknown };

type Start = {
  readonly endpoint: Endpoint;
  readonly plant_id: number;
  /** The plant or analysis that the endpoint names. */
  readonly id: number;
  readonly body: FormData;
  /** Runs once the task has succeeded. */
  readonly onDone: (get: Getter, set: Setter, task: Task) => void | Promise<void>;
};

const choosing: ImportRun = { step: "choosing" };

/** Creates the atoms of one kind of import. Runs are kept by plant, and continue when the plant is closed. */
export function importAtoms() {
  const runsAtom = perSession<Readonly<Record<number, ImportRun>>>({});
  const controllers = heldBySession(({ signal }) => {
    const byPlant = new Map<number, AbortController>();
    signal.addEventListener("abort", () => byPlant.forEach((one) => one.abort()), { once: true });
    return byPlant;
  });
  const setRun = atom(null, (_get, set, plant_id: number, run: ImportRun) => {
    set(runsAtom, (runs) => ({ ...runs, [plant_id]: run }));
  });

  const start = atom(null, async (get, set, { endpoint, plant_id, id, body, onDone }: Start) => {
    controllers().get(plant_id)?.abort();
    const controller = new AbortController();
    controllers().set(plant_id, controller);
    const { signal } = controller;
    const show = (run: ImportRun) => {
      if (!signal.aborted) set(setRun, plant_id, run);
    };
    show({ step: "sending", sent: 0, total: 1 });
    try {
      const sending = upload(endpoint, {
        params: { id },
        body,
        signal,
        onProgress: (sent, total) => show({ step: "sending", sent, total }),
      });
      void set(track, sending).catch(() => undefined);
      const { task_id } = launchedShape.parse(await sending);
      show({ step: "working", task: null });
      const task = await waitForTask(
        task_id,
        (now) => show({ step: "working", task: now }),
        signal,
      );
      show({ step: "done", task });
      if (task.state === "SUCCESSFUL" && !signal.aborted) await onDone(get, set, task);
    } catch (cause) {
      show({ step: "failed", cause });
    }
  });

  /** Stops waiting (a running task continues on the server) and starts over. */
  const reset = atom(null, (get, set) => {
    const plant_id = get(plantIdAtom);
    if (plant_id === null) return;
    controllers().get(plant_id)?.abort();
    set(setRun, plant_id, choosing);
  });

  /** The import for the plant on the map. */
  const runAtom = atom((get): ImportRun => get(runsAtom)[get(plantIdAtom) ?? 0] ?? choosing);
  return { runAtom, start, reset };
}
