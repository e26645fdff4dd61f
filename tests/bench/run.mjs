// `npm run bench`: installs and builds what is missing, then measures under the shipped Node.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, install, runtime } from "../../src/server/start/start.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
install();
if (!build()) process.exit(1);
const { status } = spawnSync(
  runtime(),
  ["--expose-gc", join(root, "tests", "bench", "main.ts"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
process.exit(status ?? 1);
