// `npm start`: from a fresh clone to a running server. Plain JavaScript without dependencies, for Node
// 20.19 or newer: it installs and builds, then runs the server with a Node that supports TypeScript.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { freshBundle, makeBundle } from "./bundle.mjs";
import { isBuilt, isInstalled, noteBuilt } from "./freshness.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const minimumNode = [20, 19];
/** The first version of Node that runs TypeScript files. */
const typeScriptNode = [22, 18];

/** Programs beside the server, by the word that chooses them. */
const commands = {
  "--fsck": ["leftover", "fsck.ts"],
  "--backup": ["backup", "backup.ts"],
  "--restore": ["backup", "restore.ts"],
};

/** @type {import("node:child_process").ChildProcess[]} */
const children = [];

/**
 * @param {string} message
 * @returns {never}
 */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * @param {string} version such as 20.19.1
 * @param {number[]} wanted major and minor
 */
function isAtLeast(version, [wantedMajor = 0, wantedMinor = 0]) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Installs the packages of the lock file if they are missing. */
export function install() {
  if (!isAtLeast(process.versions.node, minimumNode)) {
    refuse(
      `Node ${process.versions.node} is too old: ${minimumNode.join(".")} or newer is needed.`,
    );
  }
  if (isInstalled(root)) return;
  process.stdout.write("Installing the packages …\n");
  const npm = process.env["npm_execpath"];
  const [program, ...words] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  // The build needs the development packages in production too.
  const options = ["--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  // The second command helps if the registry and the lock file differ in packages of other platforms.
  const isDone = [["ci"], ["install", "--no-save"]].some((command) => {
    const args = [...words, ...command, "--loglevel=error", ...options];
    return spawnSync(program ?? "npm", args, { cwd: root, stdio: "inherit" }).status === 0;
  });
  if (!isDone) refuse("The packages could not be installed. See the message of npm above.");
}

/** Path of the Node that runs the server: the current one if it is new enough, else the installed package. */
export function runtime() {
  const name = `node-${process.platform}-${process.arch}`;
  const packaged = join(root, "node_modules", name, "bin", "node");
  if (isAtLeast(process.versions.node, [24, 0])) return process.execPath;
  if (existsSync(packaged)) return packaged;
  if (isAtLeast(process.versions.node, typeScriptNode)) return process.execPath;
  return refuse(
    `Node ${process.versions.node} does not run TypeScript, and package ${name} is not installed. Install Node 24.`,
  );
}

/** Builds the browser app if its sources are newer than the last build. Returns false if the build failed. */
export function build() {
  if (isBuilt(root)) return true;
  process.stdout.write("Building the browser app …\n");
  const begun = new Date();
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const args = [vite, "build", "--logLevel", "warn"];
  const environment = { ...process.env, NODE_ENV: "production" };
  const { status } = spawnSync(runtime(), args, {
    cwd: root,
    stdio: "inherit",
    env: environment,
  });
  if (status !== 0) return false;
  noteBuilt(root, begun);
  return true;
}

/** Node's options for a program that is run from its sources, see resolve-imports.mjs. */
const sourceOptions = [
  "--import",
  pathToFileURL(join(root, "src", "server", "start", "resolve-imports.mjs")).href,
];

/**
 * The bundle of the server's programs, see bundle.mjs. Without one the server runs from its sources.
 * @returns {Promise<string>} its folder; empty where it could not be made
 */
export async function serverBundle() {
  try {
    return freshBundle(root) ?? (await makeBundle(root));
  } catch (error) {
    // A folder that cannot be written is no reason not to serve.
    process.stderr.write(`The server is not bundled and starts more slowly: ${error}\n`);
    return "";
  }
}

/**
 * Node's words that run the server. Its environment names the bundle as SERVER_BUNDLE.
 * @param {string | undefined} bundle folder of the bundle; without one the sources are run
 */
export const serverWords = (bundle) =>
  bundle ? [join(bundle, "main.js")] : [...sourceOptions, join(root, "src", "server", "main.ts")];

/**
 * @param {string[]} args
 * @param {Record<string, string>} environment
 */
function run(args, environment = {}) {
  const child = spawn(runtime(), args, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
      ...environment,
    },
  });
  children.push(child);
  return child;
}

/** Passes signals on to the children. Exits after the last child, with the exit code of a failed one. */
function exitWithChildren() {
  let code = 0;
  let remaining = children.length;
  const end = () => {
    for (const child of children) child.kill("SIGTERM");
  };
  for (const child of children) {
    child.once("exit", (status, signal) => {
      if (status !== 0 && signal !== "SIGTERM") code = status ?? 1;
      remaining -= 1;
      if (remaining === 0) process.exit(code);
      end();
    });
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  // npm may be killed without a signal to its children; they then get another parent process.
  const parent = ancestors();
  if (process.env["npm_lifecycle_event"]) {
    setInterval(() => ancestors() === parent || end(), 1000).unref();
  }
}

/** IDs of the parent process and its parent, as text: npm starts a shell, which starts this script. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    // The program name in brackets may contain spaces; the parent's ID is the second word after it.
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]}`;
  } catch {
    return `${process.ppid}`;
  }
}

/** @returns {Promise<number>} a port that is free now */
function freePort() {
  const probe = createServer();
  return new Promise((found) => {
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Vite listens on the port and reloads the browser. The server restarts after changes. */
async function develop() {
  const { HOST: host = "127.0.0.1", PORT: port = "8080" } = process.env;
  const api = await freePort();
  const main = join(root, "src", "server", "main.ts");
  run(["--watch", "--watch-preserve-output", main], {
    HOST: "127.0.0.1",
    PORT: String(api),
    PUBLIC_URL: process.env["PUBLIC_URL"] ?? `http://${host}:${port}`,
  });
  // Vite prints its address at once. A page opened before the server answers would show only faults.
  await answered(`http://127.0.0.1:${api}/`);
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  run([vite, "--host", host, "--port", port, "--strictPort"], {
    API_URL: `http://127.0.0.1:${api}`,
  });
  exitWithChildren();
}

/** Waits until something answers at the address, whatever it says. @param {string} address */
async function answered(address) {
  for (;;) {
    const isUp = await fetch(address).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  const command = Object.entries(commands).find(([word]) => process.argv.includes(word));
  if (command) {
    const words = process.argv.slice(2).filter((word) => word !== command[0]);
    run([...sourceOptions, join(root, "src", "server", ...command[1]), ...words]);
    exitWithChildren();
  } else if (process.argv.includes("--dev")) {
    await develop();
  } else {
    if (!build()) refuse("The browser app could not be built; the reason stands above.");
    const bundle = await serverBundle();
    run([...serverWords(bundle), ...process.argv.slice(2)], { SERVER_BUNDLE: bundle });
    exitWithChildren();
  }
}
