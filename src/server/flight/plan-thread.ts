// Runs the planner in a thread, so that serving never waits for it.
import { Worker } from "node:worker_threads";
import { failure } from "../../domain/error.ts";
import type { previewOf } from "../../domain/flight/plan/flight-preview.ts";
import type { FlightPlan, ThreadPlanInput } from "../../domain/flight/plan/flight-plan-shape.ts";
import { programUrl } from "../program.ts";
import type { PlanWork } from "./thread-input.ts";

const script = programUrl("plan-work", new URL("./plan-work.ts", import.meta.url));

/**
 * The plan. Rejects where the planner throws, and with the reason of `signal` when that aborts.
 * @param onShare hears which part of the work is done, 0 to 1
 */
export function planInThread(
  input: ThreadPlanInput,
  signal: AbortSignal,
  onShare?: (share: number) => void,
): Promise<FlightPlan> {
  const work: PlanWork = { input, preview_zone: null };
  return runInThread(script, work, signal, onShare);
}

/**
 * What a thread posts as `{ answer }`; before that it may post how far it is as `{ share }`. The signal terminates it, also in an endless loop. Other messages are left
 * alone: Node posts some of its own where it watches files.
 */
export function runInThread<Result>(
  thread: URL,
  workerData: unknown,
  signal?: AbortSignal,
  onShare?: (share: number) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(thread, { workerData });
    worker.on("message", (message: object) => {
      if ("share" in message && typeof message.share === "number") onShare?.(message.share);
      if (!("answer" in message)) return;
      resolve(message.answer as Result);
      void worker.terminate();
    });
    signal?.addEventListener("abort", () => void worker.terminate(), { once: true });
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(signal?.aborted ? signal.reason : new Error(`the thread ended with ${code}`)),
    );
  });
}

/** Planners that run at once for users who wait; each has a core for some seconds. */
const MOST_PREVIEWS = 2;
const PREVIEW_MS = 20_000;
let running = 0;
const waiting: (() => void)[] = [];

/** Waits for a place to plan in. @returns false where the signal aborts first: then none is taken */
function placeToPlan(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  if (running < MOST_PREVIEWS) {
    running += 1;
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const taken = () => {
      signal.removeEventListener("abort", leave);
      resolve(true);
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(taken), 1);
      resolve(false);
    };
    waiting.push(taken);
    signal.addEventListener("abort", leave, { once: true });
  });
}

/**
 * What a campaign would take, in its turn.
 * @param time_zone of the plant
 * @param gone ends it, also before its turn: the user has changed the fields, or waits no more
 * @throws CONFLICT if it takes too long
 */
export async function previewInThread(
  input: ThreadPlanInput,
  time_zone: string,
  gone: AbortSignal,
): Promise<ReturnType<typeof previewOf>> {
  const slow = () => failure("CONFLICT", { reason: "flight_preview_slow" });
  if (!(await placeToPlan(gone))) throw slow();
  const late = AbortSignal.timeout(PREVIEW_MS);
  try {
    const work: PlanWork = { input: { ...input, effort: "preview" }, preview_zone: time_zone };
    return await runInThread(script, work, AbortSignal.any([late, gone]));
  } catch (cause) {
    if (!late.aborted && !gone.aborted) throw cause;
    throw slow();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
