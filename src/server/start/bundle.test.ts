import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freshBundle, makeBundle } from "./bundle.mjs";
import { inSources } from "./source-place.ts";

let root = "";

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const run = (bundle: string) =>
  execFileSync(process.execPath, [join(bundle, "main.js")], { encoding: "utf8" });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bundle-"));
  write("package-lock.json", "{}");
  write("src/server/words.txt", "words beside the source");
  write(
    "src/server/thrown.ts",
    "type None = null;\nexport const stack = (new Error('found') as Error).stack;\n",
  );
  write(
    "src/server/main.ts",
    `import { readFileSync } from "node:fs";
import { join } from "node:path";
import native from "native-package";
import { stack } from "./thrown.ts";
const beside = [
  readFileSync(join(import.meta.dirname, "words.txt"), "utf8"),
  readFileSync(new URL("./words.txt", import.meta.url), "utf8"),
  readFileSync(join(import.meta.filename, "..", "words.txt"), "utf8"),
];
console.log(JSON.stringify({ beside, native, stack }));
`,
  );
  const others = ["file-reader/reader-process", "file-reader/memory-watch"];
  for (const name of [...others, "flight/plan-work", "flight/review-work"]) {
    write(`src/server/${name}.ts`, "export {};\n");
  }
  write("node_modules/native-package/package.json", '{"name":"native-package","main":"index.cjs"}');
  write("node_modules/native-package/index.cjs", "module.exports = __dirname;\n");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a bundle of the server", () => {
  it("finds what lies beside its sources and packages, and names places in the sources", async () => {
    const bundle = await makeBundle(root);
    const said = JSON.parse(run(bundle));
    expect(said.beside).toEqual(Array(3).fill("words beside the source"));
    expect(said.native).toBe(join(root, "node_modules", "native-package"));
    expect(said.stack).not.toContain("thrown.ts");
    expect(inSources(said.stack, bundle)).toContain("src/server/thrown.ts:2:");
    expect(inSources(said.stack, "")).toBe(said.stack);
  });

  it("is used while its sources are as they were", async () => {
    expect(freshBundle(root)).toBe(null);
    const bundle = await makeBundle(root);
    expect(freshBundle(root)).toBe(bundle);
    const source = join(root, "src/server/thrown.ts");
    const { atime, mtime } = statSync(source);
    writeFileSync(source, "export const stack = 'longer than before, though it is as old';\n");
    utimesSync(source, atime, mtime);
    expect(freshBundle(root)).toBe(null);
    const next = await makeBundle(root);
    expect(freshBundle(root)).toBe(next);
    expect(JSON.parse(run(next)).stack).toBe("longer than before, though it is as old");
    rmSync(source);
    expect(freshBundle(root)).toBe(null);
  });

  it("is not used where its list of sources cannot be read", async () => {
    const bundle = await makeBundle(root);
    writeFileSync(join(bundle, "sources.json"), "{");
    expect(freshBundle(root)).toBe(null);
  });

  it("leaves the three before it, and removes older ones", async () => {
    const made: string[] = [];
    for (let count = 0; count < 6; count += 1) made.push(await makeBundle(root));
    const left = readdirSync(join(root, "node_modules", ".cache", "server"));
    expect(left.toSorted()).toEqual(made.slice(-4).map((one) => one.split("/").at(-1)));
  });

  it("is refused with the place where a source cannot be read", async () => {
    write("src/server/thrown.ts", "export const stack = ;\n");
    await expect(makeBundle(root)).rejects.toThrow(/thrown\.ts/);
    expect(freshBundle(root)).toBe(null);
    expect(readdirSync(join(root, "node_modules", ".cache", "server"))).toEqual([]);
  });
});
