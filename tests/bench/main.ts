// Measures what is fast, against real baselines in the same run, and prints one table. A missed goal
// fails the run.
// Words after `--` choose benches: `npm run bench -- map bundle`.
import { cpus, totalmem } from "node:os";
import { table, type Bench, type BenchRow } from "./report.ts";

/** Quick ones first, so that a broken run says so early. */
const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  bundle: () => import("./bundle.ts"),
  start: () => import("./start.ts"),
  api: () => import("./api.ts"),
  analyses: () => import("./analyses.ts"),
  observations: () => import("./observations.ts"),
  "sign-in": () => import("./sign-in.ts"),
  planner: () => import("./planner/bench.ts"),
  evaluation: () => import("./evaluation.ts"),
  twin: () => import("./twin.ts"),
  export: () => import("./export.ts"),
  report: () => import("./om-report.ts"),
  worker: () => import("./worker.ts"),
  results: () => import("./results.ts"),
  update: () => import("./update.ts"),
  upload: () => import("./upload.ts"),
  orthomosaic: () => import("./orthomosaic.ts"),
  hostile: () => import("./hostile.ts"),
  panel: () => import("./panel/bench.ts"),
  map: () => import("./map/bench.ts"),
  "twin-view": () => import("./twin-view/bench.ts"),
  offline: () => import("./offline/bench.ts"),
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No bench ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}.`);
  process.exit(1);
}
const rows: BenchRow[] = [];
for (const [name, load] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  const { bench } = await load();
  await bench((row) => {
    rows.push(row);
    process.stderr.write(`  ${row.name}\n`);
  });
}
const [cpu] = cpus();
console.log(
  `\n${cpus().length} x ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}. Ratios are how many times better ours is, in this run on this machine.\n`,
);
console.log(table(rows));
const missed = rows.filter(({ met }) => met === false);
if (missed.length > 0) {
  console.error(`\nMissed: ${missed.map(({ name, goal }) => `${name} (${goal})`).join(", ")}`);
}
process.exit(missed.length > 0 ? 1 : 0);
