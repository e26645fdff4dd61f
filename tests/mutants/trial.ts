// Tries mutants in a thread where the tests are loaded already: some milliseconds each, where a fresh
// vitest takes a third of a second. Stryker's runner (stay-runner.mjs) says which mutant and which tests.

import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import threads, { BroadcastChannel } from "node:worker_threads";
import {
  afterAll,
  beforeEach,
  describe,
  inject,
  it,
  TestRunner,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
} from "vitest";
import { nameOf } from "./groups.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Test files, absolute. */
    trialFiles: readonly string[];
    /** Name of the channel to Stryker's runner. */
    trialChannel: string;
    /** A mutant that is on while the tests run for the first time; "" for none. */
    trialMutant: string;
    /** Whether sources that no test loads are loaded too. */
    trialLoadsAll: boolean;
  }
}

/** What instrumented sources and Stryker share. */
type Instrumented = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, object> };
};

/** A mutant to try, with the tests that reach it. */
type Trial = {
  readonly mutant: string;
  readonly tests: readonly string[];
  readonly hitLimit?: number;
  /** Whether each test must pass once more without the mutant before it is believed. */
  readonly isVerified: boolean;
};

/** What came out; `dirty` where a test fails afterwards also without the mutant. */
export type Outcome = {
  readonly tried: number;
  readonly killed_by?: string;
  readonly message?: string;
  readonly dirty?: boolean;
  /** Tests that pass only once, such as one that stores what may not be there twice. */
  readonly once: readonly string[];
  readonly hits: number;
};

// The reader of rasters takes any thread without this for a worker of its own.
if (threads.workerData === undefined) Object.assign(threads, { workerData: {} });

const instrumented: Instrumented = {};
Object.assign(globalThis, { ["__stryker__"]: instrumented });
instrumented.activeMutant = inject("trialMutant") || undefined;
const channel = new BroadcastChannel(inject("trialChannel"));
const files = inject("trialFiles");

const idOf = (test: RunnerTestCase) => test.fullTestName;
/** Milliseconds of its own thread that each test took without a mutant. */
const times = new Map<string, number>();
/** Milliseconds that all tests together took, by the clock and of their thread: a busy machine lets them wait. */
const spent = { clock: 0, thread: 0 };
const timeOf = (test: RunnerTestCase) => times.get(idOf(test)) ?? 0;
const threadTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const isFailed = ({ result }: RunnerTestCase) => result?.state === "fail";

function testsIn(suite: RunnerTestSuite): RunnerTestCase[] {
  return suite.tasks.flatMap((task) => (task.type === "suite" ? testsIn(task) : [task]));
}

function suitesOf(test: RunnerTestCase): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite = test.suite; suite; suite = suite.suite) suites.unshift(suite);
  return suites;
}

/** How vitest calls the hooks of a suite; its types leave the fixtures out. */
type SuiteHook = (fixtures: object, suite: RunnerTestSuite) => unknown;

/** Suites that have not ended. */
let alive: readonly RunnerTestSuite[] = [];

/** Runs a test with the hooks around it, and those of suites that have ended; throws what it throws. */
async function run(test: RunnerTestCase): Promise<void> {
  const suites = suitesOf(test);
  const hooks = suites.map((suite) => TestRunner.getSuiteHooks(suite));
  const ended = suites.filter((suite) => !alive.includes(suite));
  const cleanups: unknown[] = [];
  try {
    for (const suite of ended) {
      for (const hook of TestRunner.getSuiteHooks(suite).beforeAll) {
        cleanups.push(await (hook as SuiteHook)({}, suite));
      }
    }
    for (const hook of hooks.flatMap(({ beforeEach }) => beforeEach)) {
      cleanups.push(await hook(test.context, test.suite ?? test.file));
    }
    await TestRunner.getTestFn(test)();
  } finally {
    for (const hook of hooks.toReversed().flatMap(({ afterEach }) => afterEach.toReversed())) {
      await hook(test.context, test.suite ?? test.file);
    }
    for (const suite of ended.toReversed()) {
      for (const hook of TestRunner.getSuiteHooks(suite).afterAll) {
        await (hook as SuiteHook)({}, suite);
      }
    }
    for (const cleanup of cleanups) if (typeof cleanup === "function") await cleanup();
  }
}

/** A test that waits this much longer, in milliseconds of an idle machine, waits for ever. */
const patience = 1500;
const mostPatience = 20;
/** How many times slower than an idle one the machine is. */
const slowness = () => Math.min(mostPatience, Math.max(1, spent.clock / (spent.thread + 1)));

async function failureOf(test: RunnerTestCase): Promise<string | null> {
  const giveUp = new AbortController();
  const wait = slowness() * (patience + 5 * timeOf(test));
  try {
    const end = setTimeout(wait, "waits for ever", { signal: giveUp.signal });
    return await Promise.race([run(test).then(() => null), end.catch(() => null)]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    giveUp.abort();
  }
}

async function tryMutant(
  trial: Trial,
  tests: ReadonlyMap<string, RunnerTestCase>,
): Promise<Outcome> {
  let tried = 0;
  const once: string[] = [];
  instrumented.hitCount = undefined;
  instrumented.hitLimit = trial.hitLimit;
  const chosen = trial.tests.flatMap((id) => tests.get(id) ?? []);
  for (const test of chosen.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    if (trial.isVerified && (await failureOf(test)) !== null) {
      once.push(idOf(test));
      continue;
    }
    tried += 1;
    instrumented.hitCount ??= 0;
    instrumented.activeMutant = trial.mutant;
    const message = await failureOf(test);
    instrumented.activeMutant = undefined;
    if (message === null) continue;
    const hits = instrumented.hitCount ?? 0;
    instrumented.hitCount = undefined;
    const dirty = (await failureOf(test)) !== null;
    return { tried, hits, once, killed_by: idOf(test), message, dirty };
  }
  return { tried, once, hits: instrumented.hitCount ?? 0 };
}

beforeEach(({ task }) => {
  if (isServing) return undefined;
  const id = idOf(task as RunnerTestCase);
  instrumented.currentTestId = id;
  const [begun, since] = [threadTime(), performance.now()];
  return () => {
    instrumented.currentTestId = undefined;
    const thread = threadTime() - begun;
    times.set(id, thread);
    spent.thread += thread;
    spent.clock += performance.now() - since;
  };
});
afterAll(() => channel.close());

let isServing = false;

/** What a source does while it loads is a table or a shape, also where no test loads it. */
async function loadSources(): Promise<void> {
  instrumented.currentTestId = undefined;
  for (const source of process.env["MUTANTS_FILES"]?.split(",") ?? []) {
    // Some load only in a browser.
    await import(/* @vite-ignore */ join(process.cwd(), source)).catch(() => undefined);
  }
}

const serve = () =>
  it("mutants are tried", { timeout: 0 }, async ({ task }) => {
    isServing = true;
    instrumented.activeMutant = undefined;
    alive = suitesOf(task as RunnerTestCase);
    const all = testsIn(task.file as RunnerTestFile).filter((test) => test.id !== task.id);
    const tests = new Map(all.map((test) => [idOf(test), test]));
    const done = all.filter(({ mode }) => mode === "run");
    if (inject("trialLoadsAll")) await loadSources();
    await new Promise<void>((end) => {
      channel.addEventListener("message", async (event) => {
        const data = (event as MessageEvent<Trial | null>).data;
        if (data === null) end();
        else channel.postMessage(await tryMutant(data, tests));
      });
      channel.postMessage({
        tests: done.map((test) => ({
          id: idOf(test),
          ms: timeOf(test),
          failed: isFailed(test) ? (test.result?.errors?.[0]?.message ?? "failed") : null,
        })),
        coverage: instrumented.mutantCoverage,
      });
    });
  });

for (const file of files) {
  describe(nameOf(file), async () => {
    await import(/* @vite-ignore */ file);
    // Within the only file, so that what it set up for all its tests is still there.
    if (files.length === 1) serve();
  });
}
if (files.length > 1) serve();
