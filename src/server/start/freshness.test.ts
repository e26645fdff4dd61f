import { mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isBuilt, isInstalled, noteBuilt } from "./freshness.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "freshness-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: unknown, seconds = 1000): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  utimesSync(file, seconds, seconds);
  for (let folder = dirname(file); folder !== root; folder = dirname(folder)) {
    utimesSync(folder, seconds, seconds);
  }
}

describe("the installed packages", () => {
  const lock = (packages: object) => ({ packages: { "": { name: "project" }, ...packages } });
  const own = { "node_modules/a": { version: "1.0.0" } };

  it("are missing on a fresh clone", () => {
    write("package-lock.json", lock(own));
    expect(isInstalled(root)).toBe(false);
  });

  it("match the lock file, whatever the times of the files say", () => {
    write("package-lock.json", lock(own), 3000);
    write("node_modules/.package-lock.json", lock(own), 1000);
    expect(isInstalled(root)).toBe(true);
  });

  it("may lack optional packages of other platforms, but no other", () => {
    const other = { "node_modules/b": { version: "2.0.0", optional: true } };
    write("package-lock.json", lock({ ...own, ...other }));
    write("node_modules/.package-lock.json", lock(own));
    expect(isInstalled(root)).toBe(true);
    write("package-lock.json", lock({ ...own, "node_modules/b": { version: "2.0.0" } }));
    expect(isInstalled(root)).toBe(false);
  });

  it("are old when the lock file names another version", () => {
    write("package-lock.json", lock({ "node_modules/a": { version: "1.0.1" } }));
    write("node_modules/.package-lock.json", lock(own));
    expect(isInstalled(root)).toBe(false);
  });
});

describe("the built app", () => {
  beforeEach(() => {
    write("src/app/main.tsx", "");
    write("src/server/main.ts", "");
    write("dist/index.html", "");
    noteBuilt(root, new Date(2_000_000));
  });

  it("is fresh while its sources are older than the build", () => {
    expect(isBuilt(root)).toBe(true);
  });

  it("is old when a source is newer, and when one is gone", () => {
    write("src/app/main.tsx", "", 3000);
    expect(isBuilt(root)).toBe(false);
    write("src/app/main.tsx", "");
    expect(isBuilt(root)).toBe(true);
    unlinkSync(join(root, "src/app/main.tsx"));
    expect(isBuilt(root)).toBe(false);
  });

  it("does not care for the server and for tests", () => {
    write("src/server/main.ts", "", 3000);
    write("src/app/shell.test.ts", "", 3000);
    utimesSync(join(root, "src/app"), 1000, 1000);
    utimesSync(join(root, "src"), 1000, 1000);
    expect(isBuilt(root)).toBe(true);
  });

  it("is missing where the build was broken off", () => {
    unlinkSync(join(root, "dist/.built"));
    expect(isBuilt(root)).toBe(false);
  });
});
