// The thread of review-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { flownLines } from "../../domain/flight/flown/flown-line.ts";
import { planReFly } from "../../domain/flight/flown/re-fly.ts";
import { reviewRoutes } from "../../domain/flight/route/route-review.ts";
import type { ReviewWork } from "./review-kind.ts";
import { planInputOf } from "./thread-input.ts";

const work = workerData as ReviewWork;

function answer(): unknown {
  if (work.kind === "review") return reviewRoutes(...work.input);
  if (work.kind === "flown") return flownLines(...work.input);
  const [input, missed, taken] = work.input;
  return planReFly(planInputOf(input), missed, taken);
}

parentPort?.postMessage(answer());
