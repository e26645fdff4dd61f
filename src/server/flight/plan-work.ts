// The thread of plan-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { planFlight } from "../../domain/flight/plan/flight-plan.ts";
import type { ThreadPlanInput } from "../../domain/flight/plan/flight-plan-shape.ts";
import { planInputOf } from "./thread-input.ts";

const answer = planFlight(planInputOf(workerData as ThreadPlanInput));
parentPort?.postMessage({ answer });
