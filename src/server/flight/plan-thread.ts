// Runs the planner in a thread, so that serving never waits for it.
import { Worker } from "node:worker_threads";
import type { FlightPlan, FlightPlanInput } from "../../domain/flight/flight-plan-shape.ts";

const script = new URL("./plan-work.ts", import.meta.url);

/** What a thread can be given: no functions. */
type ThreadInput = Omit<FlightPlanInput, "elevation">;

/** The plan. Rejects where the planner throws, or the thread ends before it, as it does when `signal` aborts. */
export function planInThread(input: ThreadInput, signal: AbortSignal): Promise<FlightPlan> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: input });
    worker.once("message", (plan: FlightPlan) => {
      resolve(plan);
      void worker.terminate();
    });
    signal.addEventListener("abort", () => void worker.terminate(), { once: true });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the planner ended with ${code}`)));
  });
}
