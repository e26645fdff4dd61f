// Checks whether the installed packages and the built app match the sources. Plain JavaScript without
// dependencies, because it runs before packages are installed.

import {
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Sources of the browser app. The files of the server need no build. */
const browserSources = [
  "index.html",
  "api",
  "app",
  "client",
  "domain",
  "map",
  "panels",
  "state",
  "ui",
].map((name) => join("src", name));
const sharedSources = ["layers", "tools", join("workers", "browser"), "locales", "public"];
const buildInputs = ["vite.config.ts", "package-lock.json"];

/**
 * Whether node_modules contains the packages of the lock file. Optional packages may be missing,
 * because most of them are for other platforms.
 * @param {string} root the project's folder
 * @returns {boolean}
 */
export function isInstalled(root) {
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  const wanted = readPackages(join(root, "package-lock.json"));
  if (installed === null || wanted === null) return installed !== null;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === "" || link) return true;
    const found = installed[path];
    return found === undefined ? optional === true : found.version === version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean }> | null}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/**
 * Whether the built app is at least as new as all its sources. The times of folders count as well:
 * they change when files are deleted.
 * @param {string} root the project's folder
 * @returns {boolean}
 */
export function isBuilt(root) {
  const stamp = join(root, "dist", ".built");
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  const inputs = [...browserSources, ...sharedSources, ...buildInputs];
  return inputs.every((input) => newestTime(join(root, input)) <= built);
}

/**
 * Records that the build is complete, with the time of its start, so that a source that was saved
 * during the build causes another build.
 * @param {string} root the project's folder
 * @param {Date} begun
 */
export function noteBuilt(root, begun) {
  const stamp = join(root, "dist", ".built");
  writeFileSync(stamp, "");
  utimesSync(stamp, begun, begun);
}

/**
 * @param {string} path a file or a folder, which may be missing
 * @returns {number} milliseconds since 1970
 */
function newestTime(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const times = readdirSync(path)
    .filter((name) => !name.includes(".test.") && !name.startsWith("."))
    .map((name) => newestTime(join(path, name)));
  return Math.max(found.mtimeMs, ...times);
}
