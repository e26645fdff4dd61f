// `npm run test:release`: every test with all its rounds, in parts. What passed on the same files is not run again,
// so that a run that was broken off is taken up again. `npm run test:release -- kills` runs the part of that name,
// `-- --again` forgets what passed.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, install, serverBundle } from "../src/server/start/start.mjs";
import { findBrowser } from "./browser.mjs";
import { filesOf, parts } from "./parts.mjs";
import { measurePatience } from "./patience.mjs";
import { broken, printOutcome, root, runFiles, sumOf } from "./suite.mjs";

const record = join(root, ".cache", "release.json");

/** @param {string[]} words */
const git = (...words) => spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout ?? "";

/** Names the files as they are now: another commit or an edit begins again. */
function stateOfFiles() {
  const untracked = git("ls-files", "--others", "--exclude-standard", "-z")
    .split("\0")
    .filter(Boolean);
  const contents = untracked.map((file) => `${file}\0${readFileSync(join(root, file), "base64")}`);
  const edited = git("diff", "HEAD") + git("status", "--porcelain") + contents.join("\n");
  return `${git("rev-parse", "HEAD").trim()} ${createHash("sha256").update(edited).digest("hex")}`;
}

/**
 * @typedef {{ passed: number, failed: number, skipped: number, seconds: number, ended_at: string }} Result
 * @returns {{ state: string, results: Record<string, Result> }}
 */
function readRecord() {
  const fresh = { state: stateOfFiles(), results: {} };
  if (process.argv.includes("--again") || !existsSync(record)) return fresh;
  const known = JSON.parse(readFileSync(record, "utf8"));
  return known.state === fresh.state ? known : fresh;
}

const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = chosen.filter((word) => !parts.some(({ name }) => name === word));
if (unknown.length > 0) {
  const names = parts.map(({ name }) => name).join(", ");
  process.stderr.write(`No part ${unknown.join(", ")}; there are ${names}.\n`);
  process.exit(1);
}

install();
const all = ["src", "layers", "tools", "workers", "tests"].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(room, file)),
);
const known = readRecord();
const outcomes = [];
for (const part of parts) {
  if (chosen.length > 0 && !chosen.includes(part.name)) continue;
  if (known.results[part.name]?.failed === 0 && chosen.length === 0) continue;
  process.stdout.write(`\n== ${part.name}: ${part.what}\n`);
  const begun = performance.now();
  const isJourney = part.projects.includes("e2e");
  const browser = isJourney ? await findBrowser(root) : "";
  const outcome =
    browser === null
      ? broken("No browser: install Chromium, or set CHROMIUM_PATH to one.")
      : isJourney && !build()
        ? broken("The browser app could not be built.")
        : await runFiles(part.projects, filesOf(part, all), {
            TEST_ROUNDS: "full",
            SERVER_BUNDLE: await serverBundle(),
            TEST_PATIENCE: String(await measurePatience()),
            ...(browser !== "" && { CHROMIUM_PATH: browser }),
          });
  outcomes.push(outcome);
  known.results[part.name] = {
    passed: outcome.passed,
    failed: Math.max(outcome.failures.length, outcome.wentWell ? 0 : 1),
    skipped: outcome.skipped,
    seconds: Math.round((performance.now() - begun) / 1000),
    ended_at: new Date().toISOString(),
  };
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(known, null, 2));
}

const exitCode = printOutcome(sumOf(outcomes));
process.stdout.write("\nPart            passed  failed  skipped  minutes  ended\n");
let isWhole = true;
for (const { name } of parts) {
  const result = known.results[name];
  isWhole &&= result?.failed === 0;
  const cells = result
    ? [
        String(result.passed).padStart(6),
        String(result.failed).padStart(6),
        String(result.skipped).padStart(7),
        (result.seconds / 60).toFixed(1).padStart(7),
        result.ended_at,
      ]
    : ["not run on these files"];
  process.stdout.write(`${name.padEnd(14)}  ${cells.join("  ")}\n`);
}
const { passed, failed } = Object.values(known.results).reduce(
  (sum, result) => ({ passed: sum.passed + result.passed, failed: sum.failed + result.failed }),
  { passed: 0, failed: 0 },
);
process.stdout.write(`\n${passed} passed, ${failed} failed in all parts that ran\n`);
process.exit(exitCode === 0 && (isWhole || chosen.length > 0) ? 0 : 1);
