// Before each test file: waiting has the patience that this machine needs. After it: nothing that it replaced is
// left, and what it cost is written down.
import { appendFileSync } from "node:fs";
import { afterAll, expect, vi } from "vitest";
import { patient } from "./fixtures/patience.ts";

/** Longest wait for what must come, in milliseconds, where a test states none. */
const LONGEST_WAIT_MS = 20_000;

type Waiting = { patience?: true };

/** Waits of this file's tests, and of its fixtures, end later on a busy machine. */
function lengthen(): void {
  const known = expect as typeof expect & Waiting;
  if (known.patience) return;
  known.patience = true;
  const { poll } = expect;
  expect.poll = Object.assign(
    (ask: Parameters<typeof poll>[0], options: Parameters<typeof poll>[1] = {}) =>
      poll(ask, { ...options, timeout: patient(options.timeout ?? LONGEST_WAIT_MS) }),
    poll,
  ) as typeof poll;
  const { waitFor, waitUntil } = vi;
  const longer = (options: number | { timeout?: number; interval?: number } = {}) => {
    const { timeout = LONGEST_WAIT_MS, ...rest } =
      typeof options === "number" ? { timeout: options } : options;
    return { ...rest, timeout: patient(timeout) };
  };
  vi.waitFor = (ask, options) => waitFor(ask, longer(options));
  vi.waitUntil = (ask, options) => waitUntil(ask, longer(options));
}

lengthen();

/** Where the processor time of each file is written, as lines of a path and milliseconds. */
const costs = process.env["TEST_COSTS"];
const before = process.cpuUsage();

afterAll(() => {
  if (costs) {
    const { user, system } = process.cpuUsage(before);
    appendFileSync(costs, `${expect.getState().testPath}\t${Math.round((user + system) / 1000)}\n`);
  }
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
