// Runs changed.ts with a Node that runs TypeScript.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, runtime } from "../src/server/start/start.mjs";
import { root } from "./suite.mjs";

install();
const words = [join(root, "tests", "changed.ts"), ...process.argv.slice(2)];
process.exit(spawnSync(runtime(), words, { cwd: root, stdio: "inherit" }).status ?? 1);
