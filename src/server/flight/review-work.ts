// The thread of review-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { reviewFlown } from "../../domain/flight/flown/planned-again.ts";
import { planReFly } from "../../domain/flight/flown/re-fly.ts";
import { compareRoutes } from "../../domain/flight/route/route-compare.ts";
import { reviewRoutes } from "../../domain/flight/route/route-review.ts";
import type { ReviewWork } from "./review-kind.ts";
import { planInputOf } from "./thread-input.ts";

const work = workerData as ReviewWork;

function answer(): unknown {
  if (work.kind === "review") return reviewRoutes(...work.input);
  if (work.kind === "compare") return compareRoutes(...work.input);
  if (work.kind === "flown") return reviewFlown(...work.input);
  const [input, ...about] = work.input;
  return planReFly(planInputOf(input), ...about);
}

parentPort?.postMessage({ answer: answer() });
