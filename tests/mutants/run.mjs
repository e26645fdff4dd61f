// `npm run mutants`: changes the sources in small ways, one at a time, and says which changes no test
// noticed. Words after `--` choose files or folders: `npm run mutants -- src/domain/column`.

import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runtime } from "../../src/server/start/start.mjs";
import { groups } from "./groups.mjs";
import { foldersOf, survivorsIn, tableOf } from "./score.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const stryker = dirname(fileURLToPath(import.meta.resolve("@stryker-mutator/core/package.json")));
const leastScore = 80;
const chosen = process.argv.slice(2).map((path) => path.replace(/\/$/, ""));

/**
 * Sources of the group below the chosen paths.
 * @param {import("./groups.mjs").Group} group
 */
function filesOf({ mutate }) {
  return mutate
    .flatMap((pattern) => {
      const found = globSync(pattern, { cwd: root });
      if (found.length === 0) throw new Error(`${pattern} in groups.mjs is no file any more`);
      return found;
    })
    .filter((file) => chosen.length === 0 || chosen.some((path) => file.startsWith(path)));
}

/**
 * The tests beside a source that begin with its name.
 * @param {string} file
 */
function testsNamedAfter(file) {
  const stem = file.replace(/\.tsx?$/, "");
  return globSync([`${stem}.test.{ts,tsx}`, `${stem}-*.test.{ts,tsx}`], { cwd: root });
}

/**
 * Tries the mutants of some files; gives the report of Stryker, null where it failed.
 * @param {import("./groups.mjs").Group} group
 * @param {readonly string[]} files
 */
function tryMutants({ name, tests, isByFile }, files) {
  const own = isByFile ? files.flatMap(testsNamedAfter) : [];
  const report = join(root, ".cache", "mutants", "report.json");
  rmSync(report, { force: true });
  const { status } = spawnSync(
    runtime(),
    [join(stryker, "bin", "stryker.js"), "run", "tests/mutants/stryker.config.mjs"],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        MUTANTS_GROUP: name,
        MUTANTS_FILES: files.join(","),
        MUTANTS_TESTS: (own.length > 0 ? own : tests).join(";"),
      },
    },
  );
  return status === 0 && existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
}

/** @type {import("./score.mjs").Report["files"]} */
const tried = {};
let isWhole = true;
for (const group of groups) {
  // Folder by folder: the tests run once over sources that count what they reach, and those are slow.
  const partOf = (/** @type {string} */ file) => (group.isByFile ? file : dirname(file));
  for (const files of Map.groupBy(filesOf(group), partOf).values()) {
    const report = tryMutants(group, files);
    if (report) process.stdout.write(`\n${tableOf(foldersOf(report))}\n\n`);
    if (report) Object.assign(tried, report.files);
    else isWhole = false;
  }
}
const rows = foldersOf({ files: tried });
const survivors = survivorsIn({ files: tried });
mkdirSync(join(root, ".cache", "mutants"), { recursive: true });
writeFileSync(join(root, ".cache", "mutants", "survivors.txt"), `${survivors.join("\n")}\n`);
if (chosen.length > 0) process.stdout.write(`\n${survivors.join("\n")}\n`);
else process.stdout.write("\nWhat survived is listed in .cache/mutants/survivors.txt\n");
process.stdout.write(`\n${tableOf(rows)}\n`);
const low = rows.filter(([, { score }]) => score < leastScore).map(([folder]) => folder);
if (low.length > 0) process.stdout.write(`\nbelow ${leastScore} %: ${low.join(", ")}\n`);
if (rows.length === 0) process.stdout.write("nothing to mutate here\n");
process.exit(isWhole && rows.length > 0 && low.length === 0 ? 0 : 1);
