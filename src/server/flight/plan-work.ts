// The thread of plan-thread.ts. What a preview says of a plan is worked out here too: heights and photos of hundreds of
// sorties take seconds.
import { parentPort, workerData } from "node:worker_threads";
import { planFlight } from "../../domain/flight/plan/flight-plan.ts";
import { previewOf } from "../../domain/flight/plan/flight-preview.ts";
import { planInputOf, type PlanWork } from "./thread-input.ts";

const { input, preview_zone } = workerData as PlanWork;
const known = planInputOf(input);
const plan = planFlight({ ...known, onShare: (share) => parentPort?.postMessage({ share }) });
const answer = preview_zone === null ? plan : previewOf(plan, known, preview_zone);
parentPort?.postMessage({ answer });
