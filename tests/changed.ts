// `npm run test:changed`: the tests that a change can reach by what they import. Journeys import no sources: only
// those that were changed themselves are run. Words after `--` name a commit to compare with, else the last one.
import { execFileSync } from "node:child_process";
import { measurePatience } from "./patience.mjs";
import { readSources } from "./import-graph.ts";
import { reachedTests } from "./reached.ts";
import { printOutcome, root, runFiles } from "./suite.mjs";

const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

const since = process.argv[2] ?? "HEAD";
const changed = [
  ...git("diff", "--name-only", since),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const sources = readSources(root, ["src", "layers", "tools", "workers", "tests"]);
const files = reachedTests(sources, changed);
process.stdout.write(`${changed.length} files changed, ${files.length} test files are reached.\n`);
if (files.length === 0) process.exit(0);
const environment = { TEST_PATIENCE: String(await measurePatience()) };
process.exit(printOutcome(await runFiles(["room-*", "e2e"], files, environment)));
