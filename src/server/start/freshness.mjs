// Whether what was installed and built still matches the sources. Plain JavaScript without a
// dependency: it runs before anything is installed.

import {
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** What the browser app is built from; the server's own files need no build. */
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
 * Whether node_modules holds what the lock file names. Optional packages may be missing: most of
 * them belong to other platforms.
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
 * Whether the built app is as new as everything it is built from. A folder's own time counts too:
 * it tells of files that are gone.
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
 * Notes that the build is complete, under the time of its beginning: a source that was saved
 * meanwhile is built again.
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
