// The benches, and how many seconds each form of them takes on two idle cores with a software renderer.
import type { Bench, Form } from "./report.ts";

export type BenchEntry = {
  readonly load: () => Promise<{ readonly bench: Bench }>;
  /** Each bench says at its end how long it took. */
  readonly seconds: Readonly<Record<Form, number>>;
};

/** Quick ones first, so that a broken run says so early. */
export const benches: Readonly<Record<string, BenchEntry>> = {
  bundle: { load: () => import("./bundle.ts"), seconds: { short: 10, full: 10 } },
  start: { load: () => import("./start.ts"), seconds: { short: 40, full: 40 } },
  api: { load: () => import("./api.ts"), seconds: { short: 40, full: 70 } },
  analyses: { load: () => import("./analyses.ts"), seconds: { short: 15, full: 15 } },
  observations: { load: () => import("./observations.ts"), seconds: { short: 60, full: 60 } },
  "sign-in": { load: () => import("./sign-in.ts"), seconds: { short: 20, full: 30 } },
  planner: { load: () => import("./planner/bench.ts"), seconds: { short: 15, full: 500 } },
  evaluation: { load: () => import("./evaluation.ts"), seconds: { short: 165, full: 3300 } },
  twin: { load: () => import("./twin.ts"), seconds: { short: 30, full: 200 } },
  export: { load: () => import("./export.ts"), seconds: { short: 20, full: 120 } },
  report: { load: () => import("./om-report.ts"), seconds: { short: 40, full: 40 } },
  worker: { load: () => import("./worker.ts"), seconds: { short: 40, full: 40 } },
  results: { load: () => import("./results.ts"), seconds: { short: 60, full: 120 } },
  update: { load: () => import("./update.ts"), seconds: { short: 40, full: 120 } },
  upload: { load: () => import("./upload.ts"), seconds: { short: 60, full: 60 } },
  orthomosaic: { load: () => import("./orthomosaic.ts"), seconds: { short: 60, full: 60 } },
  hostile: { load: () => import("./hostile.ts"), seconds: { short: 30, full: 30 } },
  panel: { load: () => import("./panel/bench.ts"), seconds: { short: 30, full: 60 } },
  findings: { load: () => import("./finding/bench.ts"), seconds: { short: 40, full: 90 } },
  map: { load: () => import("./map/bench.ts"), seconds: { short: 120, full: 900 } },
  "twin-view": { load: () => import("./twin-view/bench.ts"), seconds: { short: 90, full: 600 } },
  load: { load: () => import("./soak/bench.ts"), seconds: { short: 80, full: 2000 } },
  opening: { load: () => import("./opening/bench.ts"), seconds: { short: 40, full: 150 } },
  offline: { load: () => import("./offline/bench.ts"), seconds: { short: 60, full: 180 } },
};
