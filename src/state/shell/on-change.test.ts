import { atom, createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { idle, type Loaded } from "./loaded.ts";
import { computeOnChange, runOnChange, type Computation } from "./on-change.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe("work that follows an atom", () => {
  const setUp = (options?: Parameters<typeof runOnChange>[3]) => {
    const store = createStore();
    const input = atom(1);
    const runs: { value: number; signal: AbortSignal }[] = [];
    const stop = runOnChange(
      store,
      input,
      (value, signal) => void runs.push({ value, signal }),
      options,
    );
    const values = () => runs.map(({ value }) => value);
    return { store, input, runs, stop, values };
  };

  test("runs now and after each change, and the run before is aborted", async () => {
    const { store, input, runs, values } = setUp();
    expect(values()).toEqual([1]);
    store.set(input, 2);
    expect(runs[0]?.signal.aborted).toBe(true);
    await wait();
    expect(values()).toEqual([1, 2]);
    expect(runs[1]?.signal.aborted).toBe(false);
  });

  test("waits for a pause in the changes", async () => {
    const { store, input, values } = setUp({ waitMs: 100 });
    store.set(input, 2);
    await wait(99);
    store.set(input, 3);
    await wait(99);
    expect(values()).toEqual([1]);
    await wait(1);
    expect(values()).toEqual([1, 3]);
  });

  test("ends when it is stopped, also a run that is waited for", async () => {
    const { store, input, runs, stop, values } = setUp({ waitMs: 100 });
    store.set(input, 2);
    await wait(100);
    store.set(input, 3);
    stop();
    await wait(1000);
    store.set(input, 4);
    await wait(1000);
    expect(values()).toEqual([1, 2]);
    expect(runs.every(({ signal }) => signal.aborted)).toBe(true);
  });

  test("aborts a run under way when it is stopped", () => {
    const { runs, stop } = setUp();
    stop();
    expect(runs[0]?.signal.aborted).toBe(true);
  });

  test("says what failed, but not what failed because it was aborted", async () => {
    const store = createStore();
    const input = atom("first");
    const faults: unknown[] = [];
    const rejects: ((cause: string) => void)[] = [];
    runOnChange(store, input, () => new Promise((_, reject) => rejects.push(reject)), {
      onFault: (cause) => faults.push(cause),
    });
    store.set(input, "second");
    await wait();
    rejects[0]!("aborted");
    rejects[1]!("broken");
    await wait();
    expect(faults).toEqual(["broken"]);
  });

  test("reports a failure that has no handler", async () => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    runOnChange(createStore(), atom(1), () => {
      throw new Error("broken");
    });
    await wait();
    expect(reported).toHaveBeenCalledWith(new Error("broken"));
  });
});

describe("a value computed from an atom", () => {
  /** Work that the test ends. */
  const setUp = (options?: Parameters<typeof computeOnChange>[4]) => {
    const store = createStore();
    const input = atom<number | null>(1);
    const output = atom<Loaded<string>>(idle);
    const work: { answer: (text: string) => void; refuse: (cause: unknown) => void }[] = [];
    const run = (value: number | null): Computation<string> =>
      value === null ? idle : () => new Promise((answer, refuse) => work.push({ answer, refuse }));
    const stop = computeOnChange(store, input, output, run, options);
    return { store, input, work, stop, shown: () => store.get(output) };
  };

  test("is loading, then ready", async () => {
    const { work, shown } = setUp();
    expect(shown()).toEqual({ state: "loading" });
    work[0]!.answer("one");
    await wait();
    expect(shown()).toEqual({ state: "ready", value: "one" });
  });

  test("stays on the screen while it is computed again", async () => {
    const { store, input, work, shown } = setUp();
    work[0]!.answer("one");
    await wait();
    store.set(input, 2);
    await wait();
    expect(shown()).toEqual({ state: "ready", value: "one" });
    work[1]!.answer("two");
    await wait();
    expect(shown()).toEqual({ state: "ready", value: "two" });
  });

  test("is loading again where the one before is no longer valid", async () => {
    const { store, input, work, shown } = setUp({ showsLoading: true });
    work[0]!.answer("one");
    await wait();
    store.set(input, 2);
    await wait();
    expect(shown()).toEqual({ state: "loading" });
  });

  test("may be known without work", async () => {
    const { store, input, work, shown } = setUp();
    work[0]!.answer("one");
    await wait();
    store.set(input, null);
    await wait();
    expect(shown()).toEqual({ state: "idle" });
  });

  test("that fails says so, and is loading when it is tried again", async () => {
    const { store, input, work, shown } = setUp();
    work[0]!.refuse({ code: "CONFLICT", message: "no", problems: [] });
    await wait();
    expect(shown()).toMatchObject({ state: "failed", fault: { code: "CONFLICT" } });
    store.set(input, 2);
    await wait();
    expect(shown()).toEqual({ state: "loading" });
  });

  test("that comes too late is dropped, whether it is a value or a fault", async () => {
    const { store, input, work, shown } = setUp();
    store.set(input, 2);
    await wait();
    store.set(input, 3);
    await wait();
    work[2]!.answer("three");
    await wait();
    work[0]!.answer("one");
    work[1]!.refuse(new Error("late"));
    await wait();
    expect(shown()).toEqual({ state: "ready", value: "three" });
  });

  test("waits for a pause in the changes", async () => {
    const { store, input, work } = setUp({ waitMs: 100 });
    store.set(input, 2);
    await wait(99);
    expect(work).toHaveLength(1);
    await wait(1);
    expect(work).toHaveLength(2);
  });
});
