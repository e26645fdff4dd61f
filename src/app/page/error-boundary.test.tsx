// @vitest-environment happy-dom
import { act, Suspense, type ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limits } from "../../domain/limits.ts";
import { chunk } from "../../ui/chunk.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

vi.mock("../../state/shell/locale.ts", () => ({ t: (key: string) => key }));
vi.mock(import("../../client/diagnostics.ts"), () => ({ recordFault: () => undefined }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const Panel = () => <p>the panel</p>;
let host = document.createElement("div");
let root: Root;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockReturnValue();
  host = document.createElement("div");
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

async function show(load: () => Promise<ComponentType>) {
  const Body = chunk(load, limits.chunkLoadMs);
  await act(async () =>
    root.render(
      <ErrorBoundary>
        <Suspense fallback="waiting">
          <Body />
        </Suspense>
      </ErrorBoundary>,
    ),
  );
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const retryButton = () =>
  [...host.querySelectorAll("button")].find(({ textContent }) => textContent === "shell:retry");
const retry = () => act(async () => retryButton()?.click());

it("shows a part of the page when its code is loaded", async () => {
  await show(async () => Panel);
  expect(host.textContent).toBe("the panel");
});

it("shows an error if the code is not loaded after 120 s, and retries on request", async () => {
  const load = vi.fn<() => Promise<ComponentType>>(() => new Promise(() => undefined));
  await show(load);
  await wait(119_999);
  expect(host.textContent).toBe("waiting");
  await wait(1);
  expect(host.textContent).toContain("shell:missing_part.title");
  expect(retryButton()).toBeDefined();
  load.mockResolvedValue(Panel);
  await retry();
  expect([host.textContent, load.mock.calls.length]).toEqual(["the panel", 2]);
});

it("retries a load that the network failed", async () => {
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValueOnce(new TypeError("no net"));
  load.mockResolvedValue(Panel);
  await show(load);
  expect(host.textContent).toContain("shell:missing_part.title");
  await retry();
  expect(host.textContent).toBe("the panel");
});

it("shows a part that was loaded ahead at once, and loads it once", async () => {
  const load = vi.fn<() => Promise<ComponentType>>(async () => Panel);
  const Body = chunk(load, limits.chunkLoadMs);
  Body.loadAhead();
  await wait(0);
  const Fallback = vi.fn(() => "waiting");
  await act(async () =>
    root.render(
      <Suspense fallback={<Fallback />}>
        <Body />
      </Suspense>,
    ),
  );
  expect([host.textContent, Fallback.mock.calls.length, load.mock.calls.length]).toEqual([
    "the panel",
    0,
    1,
  ]);
});

it("loads a part again that could not be loaded ahead", async () => {
  const load = vi.fn<() => Promise<ComponentType>>(() => Promise.reject(new Error("no network")));
  const Body = chunk(load, limits.chunkLoadMs);
  Body.loadAhead();
  await wait(0);
  load.mockResolvedValue(Panel);
  await act(async () =>
    root.render(
      <Suspense fallback="waiting">
        <Body />
      </Suspense>,
    ),
  );
  expect([host.textContent, load.mock.calls.length]).toEqual(["the panel", 2]);
});
