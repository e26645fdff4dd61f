// `npm run check`: types, lint, format, dead code, migrations and import rules, without running the product.

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { install, runtime } from "../src/server/start/start.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = (/** @type {string} */ name) => join(root, "node_modules", ".bin", name);

/** What the tools know of the files since the last time: 23 s of processor time instead of 70. */
const known = join(root, ".cache", "check");

const rules = [
  "migration",
  "architecture",
  "clock",
  "locales",
  "answer",
  "demo",
  "limits",
  "number",
  "parts",
  "card",
  "permission",
  "journey-words",
  "specification/specification",
  "specification/rules",
].map((name) => `tests/${name}.test.ts`);

/** @type {[string, string[]][]} */
const checks = [
  [
    "types",
    [bin("tsc"), "-p", ".", "--incremental", "--tsBuildInfoFile", join(known, "types.json")],
  ],
  ["lint", [bin("oxlint"), "--deny-warnings", "--report-unused-disable-directives"]],
  ["format", [bin("oxfmt"), "--check", "."]],
  [
    "dead code",
    [bin("knip"), "--config", ".knip.json", "--cache", "--cache-location", join(known, "knip")],
  ],
  [
    // They keep no state, so one thread loads for all of them what they share.
    "migrations, imports, words, answers, demo",
    [bin("vitest"), "run", "--project=room-*", "--maxWorkers=1", ...rules],
  ],
];

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
function check(name, args) {
  const begun = performance.now();
  const [program = "", ...rest] = args;
  // The tools must run under the newer Node where the machine has an older one.
  const environment = { ...process.env, PATH: `${dirname(runtime())}:${process.env["PATH"]}` };
  const child = spawn(program, rest, { cwd: root, env: environment });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.on("error", (error) => (output += error.message));
    child.on("close", (code) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(`${output}\n`);
      resolve(code === 0);
    });
  });
}

install();
const results = await Promise.all(checks.map(([name, args]) => check(name, args)));
process.exit(results.every(Boolean) ? 0 : 1);
