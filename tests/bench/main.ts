// Measures what is fast, against real baselines in the same run. Each row is printed as soon as it is measured, and all
// rows as one table at the end. A missed goal fails the run.
//
// `npm run bench` runs a short form of every bench, `npm run bench:release` all of it. Words after `--` choose benches,
// which then run in full: `npm run bench -- map bundle`.
import { cpus, totalmem } from "node:os";
import { benches } from "./benches.ts";
import { lineOf, table, type BenchRow, type Form } from "./report.ts";

const words = process.argv.slice(2);
const chosen = words.filter((word) => !word.startsWith("--"));
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No bench ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}.`);
  process.exit(1);
}
const isFull = words.includes("--full") || (chosen.length > 0 && !words.includes("--short"));
const form: Form = isFull ? "full" : "short";
const entries = Object.entries(benches).filter(
  ([name]) => chosen.length === 0 || chosen.includes(name),
);

/** "40 s", "12 min". */
const timeOf = (seconds: number) =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
const sum = entries.reduce((all, [, { seconds }]) => all + seconds[form], 0);
const [cpu] = cpus();
console.log(
  `${cpus().length} x ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}. Ratios are how many times better ours is, in this run on this machine.`,
);
console.log(
  `${entries.length} benches in the ${form} form: about ${timeOf(sum)} on two idle cores.`,
);

const rows: BenchRow[] = [];
const broken: string[] = [];
for (const [name, { load, seconds }] of entries) {
  console.log(`\n${name}, about ${timeOf(seconds[form])}`);
  const begun = performance.now();
  const report = (row: BenchRow) => {
    rows.push(row);
    console.log(`  ${lineOf(row)}`);
  };
  try {
    const { bench } = await load();
    await bench(report, { form });
  } catch (cause) {
    // The others are measured all the same.
    broken.push(name);
    console.error(cause);
  }
  console.log(`  took ${timeOf((performance.now() - begun) / 1000)}`);
}
console.log(`\n${table(rows)}`);
const missed = rows.filter(({ met }) => met === false);
if (missed.length > 0) {
  console.error(`\nMissed: ${missed.map(({ name, goal }) => `${name} (${goal})`).join(", ")}`);
}
if (broken.length > 0) console.error(`\nBroken off: ${broken.join(", ")}`);
process.exit(missed.length + broken.length > 0 ? 1 : 0);
