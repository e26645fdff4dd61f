// Runs test files with Vitest and counts what became of them. Used by `npm test` and `npm run test:release`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runtime } from "../src/server/start/start.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Several hundred processes run the same files: each compiles only what no other has compiled. */
const testing = {
  NODE_ENV: "test",
  NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
  READER_PRIORITY: "0",
};

/**
 * `processor_ms` is without the processes that the file starts; null where it was not measured.
 * @typedef {{ name: string, ms: number, processor_ms: number | null }} FileCost
 * @typedef {{ name: string, status: string, message?: string, startTime: number, endTime: number,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} FileReport
 * @typedef {{ passed: number, skipped: number, failures: string[], files: FileCost[],
 *   wentWell: boolean }} Outcome
 */

/**
 * What failed in a file of the report, with its first line. A file that failed without a failed test,
 * as in its set-up, counts as one failure.
 * @param {FileReport} file
 */
function failuresOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && tests.length === 0) {
    tests.push({ status, fullName: "the file itself", failureMessages: [message ?? ""] });
  }
  return tests.map(({ fullName, failureMessages = [] }) => {
    const reason = failureMessages.join("\n").split("\n")[0] ?? "";
    return `${relative(root, name)} > ${fullName}: ${reason}`;
  });
}

/**
 * Processor time by file in milliseconds, see tests/set-up.ts.
 * @param {string} file
 * @returns {Map<string, number>}
 */
function costsIn(file) {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return new Map(lines.map((line) => [line.split("\t")[0] ?? "", Number(line.split("\t")[1])]));
}

/**
 * Runs some test files.
 * @param {readonly string[]} projects names or patterns of the projects of vite.config.ts
 * @param {readonly string[]} words what the paths of the files contain; none for all files
 * @param {Record<string, string>} environment
 * @param {string} [output] a file for what is printed; none prints at once
 * @returns {Promise<Outcome>}
 */
export async function runFiles(projects, words, environment, output) {
  const folder = mkdtempSync(join(tmpdir(), "test-report-"));
  const report = join(folder, "report.json");
  const costs = join(folder, "costs");
  const printed = output === undefined ? "inherit" : openSync(output, "w");
  const run = spawn(
    runtime(),
    [
      join(root, "node_modules", "vitest", "vitest.mjs"),
      "run",
      ...projects.map((project) => `--project=${project}`),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      "--passWithNoTests",
      ...words,
    ],
    {
      cwd: root,
      stdio: ["inherit", printed, printed],
      env: { ...process.env, ...testing, TEST_COSTS: costs, ...environment },
    },
  );
  const [status] = await once(run, "close");
  if (printed !== "inherit") closeSync(printed);
  const counted = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : { numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  const processor = costsIn(costs);
  rmSync(folder, { recursive: true, force: true });
  const files = /** @type {FileReport[]} */ (counted.testResults);
  return {
    passed: counted.numPassedTests,
    skipped: counted.numPendingTests + counted.numTodoTests,
    failures: files.flatMap(failuresOf),
    files: files.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      ms: Math.round(endTime - startTime),
      processor_ms: processor.get(name) ?? null,
    })),
    wentWell: status === 0,
  };
}

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {Outcome}
 */
export function sumOf(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    files: outcomes.flatMap(({ files }) => files),
    wentWell: outcomes.every(({ wentWell }) => wentWell),
  };
}

/** Something that broke outside a test, such as a missing browser, is a failure all the same. */
export const broken = (/** @type {string} */ reason) => ({
  passed: 0,
  skipped: 0,
  failures: [reason],
  files: [],
  wentWell: false,
});

const seconds = (/** @type {number | null} */ ms) =>
  (ms === null ? "" : (ms / 1000).toFixed(1)).padStart(9);

/** @param {readonly FileCost[]} files */
function printSlowest(files) {
  process.stdout.write(
    "\nThe slowest files: seconds, and seconds of processor time without other processes\n",
  );
  for (const { name, ms, processor_ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, 20)) {
    process.stdout.write(`${seconds(ms)} ${seconds(processor_ms)}  ${name}\n`);
  }
}

/**
 * Names the slowest files, what failed, and the line of counts, which comes last. What failed far above
 * is named again where everybody looks.
 * @param {Outcome} outcome
 * @returns {number} the exit code
 */
export function printOutcome({ passed, skipped, failures, files, wentWell }) {
  if (files.length > 20) printSlowest(files);
  for (const failure of failures) process.stdout.write(`\nFAILED ${failure}`);
  const unseen = !wentWell && failures.length === 0 ? 1 : 0;
  const failed = failures.length + unseen;
  const skippedToo = skipped > 0 ? `, ${skipped} skipped` : "";
  process.stdout.write(`\n\n${passed} passed, ${failed} failed${skippedToo}\n`);
  return failed > 0 ? 1 : 0;
}
