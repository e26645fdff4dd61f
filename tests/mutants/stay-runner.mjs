// Stryker's test runner for this project: tests stay loaded in vitest while mutants are switched on and
// off in them.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { createVitest } from "vitest/node";
import { chosenGroup, nameOf } from "./groups.mjs";

/** The test that serves, see trial.ts. */
const server = "mutants are tried";

/** Longer tests, in milliseconds, try only those mutants that no shorter one reaches. */
const longTest = 600;

/**
 * @param {{ perTest: Record<string, Record<string, number>>, static: Record<string, number> }} coverage
 * @param {ReadonlySet<string>} long Names of long tests.
 */
function spareLongTests(coverage, long) {
  const tests = Object.entries(coverage.perTest);
  const reached = new Set(
    tests.filter(([id]) => !long.has(id)).flatMap(([, mutants]) => Object.keys(mutants)),
  );
  const perTest = tests.map(([id, mutants]) => {
    const kept = Object.entries(mutants).filter(
      ([mutant]) => !long.has(id) || !reached.has(mutant),
    );
    return [id, Object.fromEntries(kept)];
  });
  return { ...coverage, perTest: Object.fromEntries(perTest) };
}

/**
 * Tests that are loaded in a thread and wait there for mutants.
 * @typedef {{ ask(trial: object | null): Promise<any>, report: Promise<any>, close(): Promise<void> }} Stand
 */

/**
 * Loads test files; `report` tells their tests and what they reach, or an error.
 * @param {readonly string[]} files Absolute paths.
 * @param {boolean} isDryRun Whether each test runs once at first.
 * @param {string} mutant One that is on meanwhile; "" for none.
 * @param {boolean} loadsAll Whether it loads the sources that no test loads, too.
 * @returns {Promise<Stand>}
 */
async function openStand(files, isDryRun, mutant = "", loadsAll = false) {
  const name = randomUUID();
  const channel = new BroadcastChannel(name);
  const answer = async () => {
    const [{ data }] = await once(/** @type {any} */ (channel), "message");
    return data;
  };
  const text = readFileSync(files[0] ?? "", "utf8");
  // The file that vitest opens is trial.ts; what its own test files ask for is read from them.
  process.env["MUTANTS_ENVIRONMENT"] = /^\/\/ @vitest-environment (\S+)/.exec(text)?.[1] ?? "node";
  const vitest = await createVitest("test", {
    config: "tests/mutants/vitest.config.ts",
    watch: false,
    reporters: [{}],
    ...(!isDryRun && { testNamePattern: server }),
  });
  vitest.provide("trialChannel", name);
  vitest.provide("trialFiles", files);
  vitest.provide("trialMutant", mutant);
  vitest.provide("trialLoadsAll", loadsAll);
  const run = vitest.start().then(({ testModules, unhandledErrors }) => {
    const errors = [...unhandledErrors, ...testModules.flatMap((one) => one.errors())];
    return {
      error: `ended: ${errors.map((error) => /** @type {any} */ (error).stack).join("; ")}`,
    };
  });
  return {
    report: Promise.race([answer(), run]),
    ask(trial) {
      channel.postMessage(trial);
      return Promise.race([answer(), run]);
    },
    async close() {
      channel.postMessage(null);
      channel.close();
      await vitest.close();
    },
  };
}

function createRunner() {
  process.env["NODE_ENV"] = "test";
  process.env["VITEST"] = "1";
  const { tests: patterns, isApart, needsDatabase } = chosenGroup();
  const files = patterns.flatMap((pattern) => globSync(pattern)).toSorted();
  /** The stands by the beginning of the names of their tests. @type {Map<string, Stand>} */
  const stands = new Map();
  /** Tests that cannot be repeated. @type {Set<string>} */
  const once = new Set();

  /** @param {string} test Name of a test, which begins with its file. */
  const fileOf = (test) => test.split(" > ")[0] ?? "";
  /** @param {string} test */
  const placeOf = (test) => (isApart ? fileOf(test) : "");

  /** @param {string} place */
  const filesAt = (place) =>
    files
      .filter((file) => placeOf(nameOf(file)) === placeOf(place))
      .map((file) => join(process.cwd(), file));

  /**
   * @param {string} place
   * @param {boolean} isDryRun
   * @param {boolean} loadsAll
   */
  async function standAt(place, isDryRun, loadsAll = false) {
    const known = stands.get(place);
    if (known) return known;
    const stand = await openStand(filesAt(place), isDryRun, "", loadsAll);
    stands.set(place, stand);
    return stand;
  }

  /** @param {string} place */
  async function closeAt(place) {
    await stands.get(place)?.close();
    stands.delete(place);
  }

  /**
   * Loads tests again with the mutant on, for tests that can run once only.
   * @param {string} mutant
   * @param {readonly (readonly string[])[]} groupsOfFiles Files that are loaded together.
   */
  async function triedAfresh(mutant, groupsOfFiles) {
    let nrOfTests = 0;
    for (const together of groupsOfFiles) {
      const stand = await openStand(together, true, mutant);
      const { error, tests } = await stand.report;
      await stand.close();
      if (error) return { status: "killed", killedBy: [], failureMessage: error, nrOfTests };
      nrOfTests += tests.length;
      const failed = tests.find((/** @type {any} */ test) => test.failed !== null);
      if (failed) {
        const { id, failed: failureMessage } = failed;
        return { status: "killed", killedBy: [id], failureMessage, nrOfTests };
      }
    }
    return { status: "survived", nrOfTests };
  }

  return {
    capabilities: () => ({ reloadEnvironment: false }),

    async dryRun() {
      const all = [];
      const coverage = { static: {}, perTest: {} };
      for (const [at, place] of [
        ...new Set(files.map((file) => placeOf(nameOf(file)))),
      ].entries()) {
        const { error, tests, coverage: own } = await (await standAt(place, true, at === 0)).report;
        if (error) return { status: "error", errorMessage: `${place} ${error}` };
        all.push(...tests);
        Object.assign(coverage.static, own?.static);
        for (const [id, reached] of Object.entries(own?.perTest ?? {})) {
          if (!id.endsWith(server)) Object.assign(coverage.perTest, { [id]: reached });
        }
      }
      const long = new Set(all.filter(({ ms }) => ms > longTest).map(({ id }) => id));
      return {
        status: "complete",
        mutantCoverage: spareLongTests(coverage, long),
        tests: all.map(({ id, ms, failed }) => ({
          id,
          name: id,
          timeSpentMs: ms,
          ...(failed === null ? { status: 0 } : { status: 1, failureMessage: failed }),
        })),
      };
    },

    async mutantRun(/** @type {any} */ { activeMutant, testFilter = [], hitLimit }) {
      const tests = /** @type {string[]} */ (testFilter);
      let nrOfTests = 0;
      if (needsDatabase) {
        // What is stored stays: each mutant gets a database of its own, and each test its first run.
        return triedAfresh(activeMutant.id, [...new Set(tests.map(placeOf))].map(filesAt));
      }
      for (const [place, inside] of Map.groupBy(tests, placeOf)) {
        for (let attempt = 1; attempt <= 2; attempt += 1) {
          // What they share is set up before the first test, so some test must run.
          const stand = await standAt(place, isApart);
          await stand.report;
          const {
            error,
            tried,
            killed_by,
            message,
            dirty,
            hits,
            once: unfit,
          } = await stand.ask({
            mutant: activeMutant.id,
            tests: inside.filter((test) => !once.has(test)),
            hitLimit,
            isVerified: attempt > 1,
          });
          for (const test of unfit ?? []) once.add(test);
          if (error) return { status: "error", errorMessage: error };
          // What a test leaves behind may fail the next one; then only fresh tests count that can be repeated.
          if (dirty) await closeAt(place);
          if (dirty && attempt === 1) continue;
          nrOfTests += tried;
          if (hitLimit !== undefined && hits > hitLimit) {
            return { status: "timeout", reason: "it loops" };
          }
          if (killed_by !== undefined) {
            return { status: "killed", killedBy: [killed_by], failureMessage: message, nrOfTests };
          }
          break;
        }
      }
      const left = new Set(tests.filter((test) => once.has(test)).map(fileOf));
      return triedAfresh(
        activeMutant.id,
        [...left].map((file) => [join(process.cwd(), file)]),
      );
    },

    async dispose() {
      await Promise.all([...stands.keys()].map(closeAt));
    },
  };
}

export const strykerPlugins = [{ kind: "TestRunner", name: "stay", factory: createRunner }];
