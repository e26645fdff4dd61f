import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Task } from "../../domain/analysis/task.ts";
import { asked, refusal, serve } from "../shell/served.fixture.ts";
import { waitForTask } from "./task.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const READ = "GET /auth/task/{id}";
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A task that is in these states one after the other. */
function serveStates(...states: Task["state"][]) {
  serve({ [READ]: () => ({ id: 7, state: states.shift() }) });
}

test("a task is read every three seconds until it has ended, and each state is reported", async () => {
  serveStates("PENDING", "RUNNING", "SUCCESSFUL");
  const states: string[] = [];
  const waiting = waitForTask(7, ({ state }) => states.push(state), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(2999);
  expect(states).toEqual(["PENDING"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(states).toEqual(["PENDING", "RUNNING"]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await waiting).toEqual({ id: 7, state: "SUCCESSFUL" });
  expect(states).toEqual(["PENDING", "RUNNING", "SUCCESSFUL"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(Array.from({ length: 3 }, () => ["GET /auth/task/7"]));
});

test("a failed task has ended too", async () => {
  serveStates("FAILED");
  const { signal } = new AbortController();
  expect(await waitForTask(7, () => undefined, signal)).toMatchObject({ state: "FAILED" });
});

test("a task is not read again once waiting was cancelled", async () => {
  serveStates("RUNNING", "RUNNING");
  const controller = new AbortController();
  const waiting = waitForTask(7, () => undefined, controller.signal);
  const rejected = expect(waiting).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(1000);
  controller.abort();
  await vi.advanceTimersByTimeAsync(3000);
  await rejected;
  expect(asked).toHaveLength(1);
});

test("the wish to stop reaches a reading under way", async () => {
  serveStates("RUNNING");
  const signal = AbortSignal.abort(new Error("left"));
  await expect(waitForTask(7, () => undefined, signal)).rejects.toThrow("left");
});

test("a task that cannot be read rejects", async () => {
  serve({ [READ]: refusal("RESOURCE_NOT_FOUND") });
  const { signal } = new AbortController();
  await expect(waitForTask(7, () => undefined, signal)).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
  });
});
