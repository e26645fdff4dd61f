// Finds a browser for the journeys, or gets one.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const installed = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The path of a Chromium that starts: an installed one, else Playwright's, else Debian's package
 * where root may install it.
 * @param {string} root the project's folder
 * @returns {Promise<string | null>} null where none could be had
 */
export async function findBrowser(root) {
  const present = installed.find((path) => path !== undefined && starts(path));
  if (present) return present;
  const { chromium } = await import("playwright");
  if (starts(chromium.executablePath())) return chromium.executablePath();
  process.stdout.write("Getting a browser …\n");
  const cli = join(root, "node_modules", "playwright", "cli.js");
  run(process.execPath, [cli, "install", "chromium"]);
  if (starts(chromium.executablePath())) return chromium.executablePath();
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  }
  return installed.find((path) => path !== undefined && starts(path)) ?? null;
}

/**
 * A browser file is not enough: its libraries may be missing.
 * @param {string} path
 */
function starts(path) {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(program, args, { stdio: "inherit", timeout: 600_000, env });
}
