// `npm run mutants`: installs what is missing, then tries the mutants under the shipped Node.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { install, runtime } from "../../src/server/start/start.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
install();
const { status } = spawnSync(
  runtime(),
  [join(root, "tests", "mutants", "main.ts"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
process.exit(status ?? 1);
