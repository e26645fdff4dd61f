// Bundles the server's programs: Node loads a few files instead of 2,200, in a third of the processor time.
// Reasons and figures: decisions/server-bundle.md.

import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Paths from the project's folder, by the names of the bundled files. See ../program.ts. */
const programs = {
  main: "src/server/main.ts",
  "reader-process": "src/server/file-reader/reader-process.ts",
  "memory-watch": "src/server/file-reader/memory-watch.ts",
  "plan-work": "src/server/flight/plan-work.ts",
  "review-work": "src/server/flight/review-work.ts",
};

/**
 * Packages of many small files that read no file beside their own. The others are loaded as they are: some are
 * native, some find their data by the place of their code, and one is changed once it is loaded (fast-checksum.ts).
 */
const bundled = new Set([
  "@fastify/busboy",
  "@fastify/compress",
  "@fastify/multipart",
  "@fastify/send",
  "@fastify/static",
  "@opentelemetry/api",
  "@petamoriken/float16",
  "altcha-lib",
  "avvio",
  "bintrees",
  "clipper2-ts",
  "cron-parser",
  "culori",
  "drizzle-orm",
  "fast-querystring",
  "fastify",
  "find-my-way",
  "flatbuffers",
  "flatgeobuf",
  "luxon",
  "nodemailer",
  "ol",
  "parsedbf",
  "pg",
  "pg-boss",
  "pg-pool",
  "pg-protocol",
  "pg-types",
  "pino-std-serializers",
  "postal-mime",
  "proj4",
  "prom-client",
  "rate-limiter-flexible",
  "readable-stream",
  "ret",
  "robust-predicates",
  "saxes",
  "semver",
  "serialize-error",
  "shpjs",
  "tdigest",
  "wkx",
  "xml-utils",
  "xmlchars",
  "zod",
]);

const STAMP = "sources.json";
/** Older bundles that are kept: a server that runs may still load a part of its own. */
const MOST_OLD = 3;

/** @param {string} root the project's folder */
const folderOf = (root) => join(root, "node_modules", ".cache", "server");

/**
 * Size and time of a file; null where it is gone.
 * @param {string} file
 */
function stateOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.size} ${found.mtimeMs}`;
}

/**
 * Folders of the bundles, the newest first. One that is still being written has another form of name.
 * @param {string} root the project's folder
 */
function bundlesOf(root) {
  const folder = folderOf(root);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^\d+$/.test(name));
  return names.toSorted((a, b) => Number(b) - Number(a)).map((name) => join(folder, name));
}

/**
 * The newest bundle, if its sources are as they were when it was made.
 * @param {string} root the project's folder
 * @returns {string | null} its folder
 */
export function freshBundle(root) {
  const [newest] = bundlesOf(root);
  if (newest === undefined) return null;
  try {
    const states = Object.entries(JSON.parse(readFileSync(join(newest, STAMP), "utf8")));
    return states.every(([path, state]) => stateOf(join(root, path)) === state) ? newest : null;
  } catch {
    return null;
  }
}

/** @param {string} path */
const forward = (path) => path.replaceAll("\\", "/");

/** @param {string} path of a file in a package */
function packageOf(path) {
  const [scope = "", name = ""] = forward(path).split("/node_modules/").pop()?.split("/") ?? [];
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

/**
 * Which packages become part of the bundle.
 * @param {string} root the project's folder
 * @returns {import("rolldown").Plugin}
 */
function packages(root) {
  const top = forward(join(root, "node_modules"));
  return {
    name: "packages",
    async resolveId(source, importer, options) {
      if (importer === undefined || source.startsWith("node:")) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      // Some packages try to load others that need not be there.
      if (found === null) return { id: source, external: true };
      const path = forward(found.id);
      if (!path.includes("/node_modules/") || bundled.has(packageOf(path))) return found;
      // By its name the bundle finds only what lies at the top.
      const isAtTop = path.lastIndexOf("/node_modules/") === top.length - "/node_modules".length;
      return { id: isAtTop && !source.startsWith(".") ? source : found.id, external: true };
    },
  };
}

/**
 * Own files find others by their place: each keeps the place of its source.
 * @param {string} bundle folder in which the bundle will lie
 * @returns {import("rolldown").Plugin}
 */
function places(bundle) {
  return {
    name: "places",
    transform(code, id) {
      if (id.includes("node_modules") || !code.includes("import.meta.")) return null;
      const way = JSON.stringify(forward(relative(bundle, id)));
      const folder = JSON.stringify(forward(relative(bundle, dirname(id))));
      const moved = code
        .replaceAll("import.meta.url", `new URL(${way}, import.meta.url).href`)
        .replaceAll(
          "import.meta.dirname",
          `process.getBuiltinModule("path").join(import.meta.dirname, ${folder})`,
        )
        .replaceAll(
          "import.meta.filename",
          `process.getBuiltinModule("path").join(import.meta.dirname, ${way})`,
        );
      // No line moves, so the map of the lines holds.
      return { code: moved, map: null };
    },
  };
}

/**
 * Makes a bundle of the sources as they are now.
 * @param {string} root the project's folder
 * @returns {Promise<string>} its folder
 */
export async function makeBundle(root) {
  const place = join(folderOf(root), String(Date.now()));
  const written = `${place}-${process.pid}`;
  mkdirSync(written, { recursive: true });
  try {
    const sources = await writeBundle(root, written);
    const states = sources.map((path) => [path, stateOf(join(root, path))]);
    writeFileSync(join(written, STAMP), JSON.stringify(Object.fromEntries(states)));
    renameSync(written, place);
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
  for (const old of bundlesOf(root).slice(1 + MOST_OLD)) rmSync(old, { recursive: true });
  return place;
}

/**
 * Writes the files of a bundle.
 * @param {string} root the project's folder
 * @param {string} folder a sibling of the folder in which the bundle will lie
 * @returns {Promise<string[]>} paths of all that it was made of, from the project's folder
 */
async function writeBundle(root, folder) {
  const { rolldown } = await import("rolldown");
  const input = Object.entries(programs).map(([name, path]) => [name, join(root, path)]);
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(input),
    platform: "node",
    plugins: [packages(root), places(folder)],
  });
  try {
    const { output } = await bundle.write({
      dir: folder,
      format: "esm",
      sourcemap: true,
      sourcemapExcludeSources: true,
      entryFileNames: "[name].js",
      chunkFileNames: "part-[hash].js",
    });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
    const ids = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
    const own = ids.filter((id) => id.startsWith(root) && !id.includes("node_modules"));
    return ["package-lock.json", ...new Set(own.map((id) => relative(root, id)))];
  } finally {
    await bundle.close();
  }
}
