// Stryker's test runner for this project: one vitest per process, whose tests stay loaded while mutants
// are switched on and off in them.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { createVitest } from "vitest/node";
import { chosenGroup } from "./groups.mjs";

/** The test that serves, see trial.ts. */
const server = "mutants are tried";

/** Longer tests, in milliseconds, try only those mutants that no shorter one reaches. */
const longTest = 250;

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

function createRunner() {
  /** @type {import("vitest/node").Vitest | undefined} */
  let vitest;
  /** @type {BroadcastChannel | undefined} */
  let channel;

  /** @returns {Promise<any>} */
  async function answer() {
    if (!channel) throw new Error("the tests are not loaded");
    const [{ data }] = await once(/** @type {any} */ (channel), "message");
    return data;
  }

  /**
   * Loads the tests, and runs them once where their coverage is wanted.
   * @param {boolean} isDryRun
   */
  async function load(isDryRun) {
    await unload();
    process.env["NODE_ENV"] = "test";
    process.env["VITEST"] = "1";
    const name = randomUUID();
    channel = new BroadcastChannel(name);
    vitest = await createVitest("test", {
      config: "tests/mutants/vitest.config.ts",
      watch: false,
      reporters: [{}],
      ...(!isDryRun && { testNamePattern: server }),
    });
    vitest.provide("trialChannel", name);
    vitest.provide(
      "trialFiles",
      chosenGroup()
        .tests.flatMap((pattern) => globSync(pattern))
        .map((path) => join(process.cwd(), path)),
    );
    const run = vitest.start().then(({ unhandledErrors }) => ({
      error: `the tests ended: ${unhandledErrors.map(String).join("; ")}`,
    }));
    return await Promise.race([answer(), run]);
  }

  async function unload() {
    channel?.postMessage(null);
    channel?.close();
    await vitest?.close();
    channel = vitest = undefined;
  }

  return {
    capabilities: () => ({ reloadEnvironment: false }),

    async dryRun() {
      const { error, tests, coverage } = await load(true);
      if (error) return { status: "error", errorMessage: error };
      const long = new Set(
        tests
          .filter((/** @type {any} */ { ms }) => ms > longTest)
          .map((/** @type {any} */ { id }) => id),
      );
      return {
        status: "complete",
        mutantCoverage: spareLongTests(coverage, long),
        tests: tests.map((/** @type {any} */ { id, ms, failed }) => ({
          id,
          name: id,
          timeSpentMs: ms,
          ...(failed === null ? { status: 0 } : { status: 1, failureMessage: failed }),
        })),
      };
    },

    async mutantRun(/** @type {any} */ { activeMutant, testFilter, hitLimit }) {
      for (let attempt = 1; ; attempt += 1) {
        if (!channel) await load(false);
        channel?.postMessage({ mutant: activeMutant.id, tests: testFilter ?? [], hitLimit });
        const { tried, killed_by, message, dirty, hits } = await answer();
        // What a test leaves behind may fail the next one; then only fresh tests count.
        if (dirty) await unload();
        if (dirty && attempt === 1) continue;
        if (hitLimit !== undefined && hits > hitLimit)
          return { status: "timeout", reason: "it loops" };
        return killed_by === undefined
          ? { status: "survived", nrOfTests: tried }
          : { status: "killed", killedBy: [killed_by], failureMessage: message, nrOfTests: tried };
      }
    },

    dispose: unload,
  };
}

export const strykerPlugins = [{ kind: "TestRunner", name: "stay", factory: createRunner }];
