// `npm test`: everything that must hold, alone on a fresh clone, closing with one line of counts.
// Words after `--` choose files: `npm test -- plant`.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, install, runtime } from "../src/server/start/start.mjs";
import { findBrowser } from "./browser.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const reports = mkdtempSync(join(tmpdir(), "test-report-"));

/** Several hundred processes run the same files: each compiles only what no other has compiled. */
const testing = {
  NODE_ENV: "test",
  NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
};

/**
 * Runs one of the projects of vite.config.ts and returns whether it went well.
 * @param {string} project
 * @param {Record<string, string>} environment
 */
function runProject(project, environment = {}) {
  const report = join(reports, `${project}.json`);
  const { status } = spawnSync(
    runtime(),
    [
      join(root, "node_modules", "vitest", "vitest.mjs"),
      "run",
      `--project=${project}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      "--passWithNoTests",
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, ...testing, ...environment } },
  );
  return status === 0;
}

/**
 * What failed in a file of the report, with its first line. A file that failed without a failed test,
 * as in its set-up, counts as one failure.
 * @param {{ name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} file
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

/** Adds up the reports. */
function count() {
  /** @type {{ passed: number, failures: string[], skipped: number }} */
  const total = { passed: 0, failures: [], skipped: 0 };
  for (const name of readdirSync(reports)) {
    const report = JSON.parse(readFileSync(join(reports, name), "utf8"));
    total.passed += report.numPassedTests;
    total.skipped += report.numPendingTests + report.numTodoTests;
    total.failures.push(...report.testResults.flatMap(failuresOf));
  }
  return total;
}

install();
const wentWell = [runProject("room")];
if (!build()) wentWell.push(false);
const browser = await findBrowser(root);
if (browser === null) {
  process.stderr.write("No browser: install Chromium, or set CHROMIUM_PATH to one.\n");
  wentWell.push(false);
} else {
  wentWell.push(runProject("e2e", { CHROMIUM_PATH: browser }));
}
const { passed, failures, skipped } = count();
const failed = failures.length;
rmSync(reports, { recursive: true, force: true });
if (passed + failed + skipped === 0) {
  process.stderr.write(`No test was run: ${process.argv.slice(2).join(" ")}\n`);
  wentWell.push(false);
}
// Something that broke outside a test, such as a missing browser, fails the run all the same.
const broken = wentWell.includes(false) && failed === 0 ? 1 : 0;
const line = `${passed} passed, ${failed + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
// The room tests ended long before the journeys: what failed is named again where everybody looks.
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}`);
process.stdout.write(`\n\n${line}\n`);
process.exit(failed + broken > 0 ? 1 : 0);
