import { afterEach, beforeEach, expect, it, vi } from "vitest";

let finishBeforeReload: typeof import("./reload.ts").finishBeforeReload;
let reloadPage: typeof import("./reload.ts").reloadPage;
const reload = vi.fn();
beforeEach(async () => {
  vi.resetModules();
  ({ finishBeforeReload, reloadPage } = await import("./reload.ts"));
  vi.useFakeTimers();
  reload.mockClear();
  vi.stubGlobal("location", { reload });
});
afterEach(() => void vi.useRealTimers());

it("waits for what is being kept on the device, also where that fails", async () => {
  let end = () => {};
  let fail = () => {};
  void finishBeforeReload(new Promise<void>((resolve) => (end = resolve)));
  const failing = finishBeforeReload(new Promise<void>((_, reject) => (fail = reject)));
  failing.catch(() => undefined);
  void reloadPage();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).not.toHaveBeenCalled();
  end();
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
});

it("does not wait for a storage that never answers", async () => {
  void finishBeforeReload(new Promise(() => {}));
  void reloadPage();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledOnce();
});

it("waits longer for files, and for what begins while it waits", async () => {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  void finishBeforeReload(work(), 24_000_000);
  void reloadPage();
  await vi.advanceTimersByTimeAsync(60_000);
  void finishBeforeReload(work());
  ends[0]!();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).not.toHaveBeenCalled();
  ends[1]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
});

it("knows of what begins just after the session ended", async () => {
  void reloadPage();
  let end = () => {};
  queueMicrotask(() => void finishBeforeReload(new Promise<void>((resolve) => (end = resolve))));
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).not.toHaveBeenCalled();
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
});
