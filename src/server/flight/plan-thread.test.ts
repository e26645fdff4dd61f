import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { planInThread, previewInThread, runInThread } from "./plan-thread.ts";

const threadOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const posting = 'import { parentPort, workerData } from "node:worker_threads";';

describe("a thread", () => {
  it("gives its answer, its error or its end", async () => {
    const { signal } = new AbortController();
    // Node's own messages come first where it watches files.
    const answer = threadOf(`${posting} parentPort.postMessage({ "watch:import": [] });
      parentPort.postMessage({ answer: workerData + 1 });`);
    expect(await runInThread(answer, 1, signal)).toBe(2);
    const broken = threadOf('throw new Error("no plan")');
    await expect(runInThread(broken, 1, signal)).rejects.toThrow("no plan");
    const ended = threadOf("process.exit(3)");
    await expect(runInThread(ended, 1, signal)).rejects.toThrow("the thread ended with 3");
  });

  it("is ended in an endless loop, with the reason of its signal", async () => {
    const ending = new AbortController();
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const loop = threadOf(`${posting} Atomics.store(workerData, 0, 1); for (;;);`);
    const running = runInThread(loop, begun, ending.signal);
    while (begun[0] === 0) await sleep(10);
    const asked = performance.now();
    ending.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
    expect(performance.now() - asked).toBeLessThan(patient(2000));
  });

  it("is not begun once its signal has aborted", async () => {
    const signal = AbortSignal.abort(new Error("cancelled"));
    await expect(planInThread({} as never, signal)).rejects.toThrow("cancelled");
  });
});

it("a preview that waits for its turn ends with its signal, and takes no turn", async () => {
  const input = { name: "A", terrain: null } as never;
  const ends = [new AbortController(), new AbortController(), new AbortController()] as const;
  const [first, second, third] = ends.map(({ signal }) =>
    previewInThread(input, "UTC", signal).catch((cause: unknown) => cause),
  );
  ends[2].abort();
  // The two before it are still under way: neither has been ended.
  const slow = { problems: [{ reason: "flight_preview_slow" }] };
  expect(await Promise.race([third, first, second])).toMatchObject(slow);
  ends[0].abort();
  ends[1].abort();
  expect([await first, await second]).toMatchObject([slow, slow]);
});
