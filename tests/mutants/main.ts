// `npm run mutants`: changes the sources in small ways, one at a time, and says which changes no test noticed. Words
// after `--` choose files or folders: `npm run mutants -- src/domain/column`. What was tried before and has not changed
// since is not tried again, so that a long run can be taken up where it ended; `--again` tries all.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { groups } from "./groups.mjs";
import { fingerprintOf, partsOf, type Part } from "./parts.ts";
import { foldersOf, scoreOf, survivorsIn, tableOf, type Report } from "./score.mjs";

const root = join(import.meta.dirname, "..", "..");
const store = join(root, ".cache", "mutants");
const stryker = dirname(fileURLToPath(import.meta.resolve("@stryker-mutator/core/package.json")));
const leastScore = 80;
const words = process.argv.slice(2);
const isAgain = words.includes("--again");
const chosen = words.filter((word) => word !== "--again").map((path) => path.replace(/\/$/, ""));

/** Where it is kept what became of the mutants of a part, as long as nothing that its tests load changes. */
function keptAt(part: Part): string {
  const { group, name } = part;
  const fingerprint = fingerprintOf(root, part).slice(0, 16);
  return join(store, "parts", `${group.name}-${name.replaceAll(/[ /]/g, "-")}-${fingerprint}.json`);
}

/** Tries the mutants of a part; gives the report of Stryker, null where it failed. */
function tryMutants({ group, files, tests }: Part): Report | null {
  const report = join(store, "report.json");
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [join(stryker, "bin", "stryker.js"), "run", "tests/mutants/stryker.config.mjs"],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        MUTANTS_GROUP: group.name,
        MUTANTS_FILES: files.join(","),
        MUTANTS_TESTS: tests.join(";"),
      },
    },
  );
  return status === 0 && existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
}

/** Report of a part, from before or new; null where its tests fail. */
function reportOf(part: Part): Report | null {
  const path = keptAt(part);
  if (!isAgain && existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const report = tryMutants(part);
  if (!report) return null;
  mkdirSync(join(store, "parts"), { recursive: true });
  writeFileSync(path, JSON.stringify({ files: report.files }));
  return report;
}

const rooms = new Map<string, Report["files"]>();
const failed: string[] = [];
const parts = partsOf(root, groups, chosen);
for (const [at, part] of parts.entries()) {
  process.stdout.write(`\n${at + 1} of ${parts.length}: ${part.group.name}, ${part.name}\n`);
  const report = reportOf(part);
  if (!report) {
    failed.push(part.name);
    continue;
  }
  process.stdout.write(`${tableOf("Folder", foldersOf(report))}\n`);
  rooms.set(part.group.name, { ...rooms.get(part.group.name), ...report.files });
}
const tried = Object.assign({}, ...rooms.values());
const folders = foldersOf({ files: tried });
const survivors = survivorsIn({ files: tried });
mkdirSync(store, { recursive: true });
writeFileSync(join(store, "survivors.txt"), `${survivors.join("\n")}\n`);
if (chosen.length > 0) process.stdout.write(`\n${survivors.join("\n")}\n`);
else process.stdout.write("\nWhat survived is listed in .cache/mutants/survivors.txt\n");
process.stdout.write(`\n${tableOf("Folder", folders)}\n`);
const byRoom = [...rooms].map(([name, files]) => [name, scoreOf({ files })] as const);
process.stdout.write(`\n${tableOf("Room", byRoom)}\n`);
const low = folders.filter(([, { score }]) => score < leastScore).map(([folder]) => folder);
if (low.length > 0) process.stdout.write(`\nbelow ${leastScore} %: ${low.join(", ")}\n`);
if (failed.length > 0) process.stdout.write(`\ncould not be tried: ${failed.join(", ")}\n`);
if (parts.length === 0) process.stdout.write("nothing to mutate here\n");
process.exit(parts.length > 0 && failed.length === 0 && low.length === 0 ? 0 : 1);
