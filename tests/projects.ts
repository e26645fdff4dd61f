// How the tests of the rooms are run. A test file is sorted by what it needs: the browser's modules need Vite, a
// test that replaces modules needs a module cache of its own, and everything else runs as the server runs.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import type { TestProjectConfiguration } from "vitest/config";
import { releaseFiles } from "./everyday.mjs";
import { isEveryday } from "./fixtures/rounds.ts";

const root = join(import.meta.dirname, "..");

/** Rooms whose modules Node runs as they are. */
const ofServer = /^(src\/(api|demo|domain|server)|workers\/jobs|tests)\//;
/** Rooms whose modules need Vite. */
const importsPage = /from "(\.\.\/)+(src\/(app|client|map|panels|state|ui)|layers|tools)\//;
/** What makes a test file depend on a fresh module cache. */
const replacesModules = /\bvi\.(mock|resetModules)\(/;
const asksForPage = /^\/\/ @vitest-environment happy-dom/;
/**
 * A test file that needs a process of its own says so, and why, in its first line. Dexie takes the database that is
 * there when it is loaded.
 */
const asksForProcess = /^\/\/ @own-process\b|["']fake-indexeddb/;

const files = globSync("{src,layers,tools,workers,tests}/**/*.test.{ts,tsx}", { cwd: root })
  .filter((file) => !file.startsWith(join("tests", "e2e")))
  .filter((file) => !isEveryday || !releaseFiles.includes(file))
  .toSorted();

type Kind = "server" | "fresh" | "browser" | "page" | "alone";

function kindOf(file: string): Kind {
  const text = readFileSync(join(root, file), "utf8");
  if (asksForProcess.test(text)) return "alone";
  if (!ofServer.test(file) || importsPage.test(text))
    return asksForPage.test(text) ? "page" : "browser";
  return replacesModules.test(text) ? "fresh" : "server";
}

const byKind = Map.groupBy(files, kindOf);
const filesOf = (kind: Kind) => byKind.get(kind) ?? [];

const rooms = {
  extends: true as const,
  // Nothing is loaded twice by one process.
  isolate: false,
  globalSetup: ["tests/global-setup.ts"],
};

/** Vitest's projects for the rooms; `npx vitest run --project=room-*` runs them all. */
export const roomProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      ...rooms,
      name: "room-server",
      include: filesOf("server"),
      setupFiles: ["tests/set-up.ts"],
      // Node runs the modules as they are: nothing is transformed.
      experimental: { viteModuleRunner: false, nodeLoader: false },
    },
  },
  {
    extends: true,
    test: {
      ...rooms,
      name: "room-fresh",
      include: filesOf("fresh"),
      setupFiles: ["tests/set-up.ts", "tests/set-up-fresh.ts"],
    },
  },
  {
    extends: true,
    test: {
      ...rooms,
      name: "room-browser",
      include: filesOf("browser"),
      setupFiles: ["tests/set-up.ts", "tests/set-up-fresh.ts"],
    },
  },
  {
    extends: true,
    test: {
      ...rooms,
      name: "room-page",
      environment: "happy-dom",
      include: filesOf("page"),
      setupFiles: ["tests/set-up.ts", "tests/set-up-fresh.ts"],
    },
  },
  {
    extends: true,
    test: {
      ...rooms,
      name: "room-alone",
      include: filesOf("alone"),
      isolate: true,
      setupFiles: ["tests/set-up.ts"],
    },
  },
];

/** Files that take a minute or more. Begun last, one of them would keep a single process busy at the end. */
const longFiles = [
  "src/server/analysis/survey.test.ts",
  "tests/start.test.ts",
  "tests/fuzz.test.ts",
  "tests/e2e/accessibility.test.ts",
  "tests/e2e/flight-area.test.ts",
  "tests/e2e/report.test.ts",
  "tests/e2e/offline.test.ts",
];
const isLong = (file: string) => longFiles.some((one) => file.endsWith(`/${one}`));

/** A process is used again only while the next file is of the same project: files are ordered by project. */
export class ByProject extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, which is no array's
    const sorted = await super.sort(specifications);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((all) => [
      ...all.filter(({ moduleId }) => isLong(moduleId)),
      ...all.filter(({ moduleId }) => !isLong(moduleId)),
    ]);
  }
}
