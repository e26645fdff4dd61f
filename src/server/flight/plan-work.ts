// The thread of plan-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { planFlight } from "../../domain/flight/flight-plan.ts";
import type { FlightPlanInput } from "../../domain/flight/flight-plan-shape.ts";

parentPort?.postMessage(planFlight(workerData as FlightPlanInput));
