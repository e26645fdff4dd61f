// @vitest-environment happy-dom
// Imports of a twin and of results: what is sent, what is shown meanwhile, and what happens afterwards.
import type { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../api/index.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { call } from "../../client/call.ts";
import { keepSession } from "../../client/session.ts";
import { upload, type UploadOptions } from "../../client/upload.ts";
import { unsavedWorkAtom } from "../shell/leave.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { plantsAtom } from "../settings/plants.ts";
import { endPlant } from "../shell/lifetime.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { importResult, resetResultImport, resultImportAtom } from "./result-import.ts";
import { importTwin, resetTwinImport, twinImportAtom } from "./twin-import.ts";

vi.mock("../../client/call.ts", () => ({ call: vi.fn(), callBytes: vi.fn() }));
vi.mock("../../client/upload.ts", () => ({ upload: vi.fn() }));
vi.mock("../plant/open-plant.ts", async () => {
  const { atom } = await import("jotai");
  return { retryPlant: atom(null, () => reopened.push("plant")) };
});

/** How often the plant was opened again. */
const reopened: string[] = [];
type Upload = UploadOptions & {
  readonly endpoint: Endpoint;
  readonly answer: (value: unknown) => void;
  readonly refuse: (cause: unknown) => void;
};
/** The uploads, in their order; each is answered by the test. */
let uploads: Upload[] = [];
/** What the server says of the task, one after the other; the last one again and again. */
let states: string[] = [];
let taskReads = 0;
let listed = 0;
let store: ReturnType<typeof createStore>;

const task = (state: string) => ({ id: 5, state, output: {} });
beforeEach(() => {
  vi.useFakeTimers();
  reopened.splice(0);
  uploads = [];
  states = ["SUCCESSFUL"];
  taskReads = 0;
  listed = 0;
  vi.mocked(upload).mockImplementation((endpoint, options) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    const refuse = (cause: unknown) => reject(cause as Error);
    options.signal?.addEventListener("abort", () => refuse(new Error("aborted")));
    uploads.push({ ...options, endpoint, answer: resolve as never, refuse });
    return promise;
  });
  vi.mocked(call).mockImplementation(async (endpoint) => {
    if ((endpoint as unknown) === api.task.read) {
      taskReads += 1;
      return task(states.length > 1 ? states.shift()! : states[0]!) as never;
    }
    listed += 1;
    return [] as never;
  });
  store = signedInStore(["READ_ALL_PLANT"], [plantIdAtom, plantsAtom, unsavedWorkAtom]);
  store.set(endPlant);
  store.set(plantIdAtom, 1);
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const file = (name: string) => new File([name], name);
const twin = () =>
  store.set(importTwin, [{ file: file("a.kml"), component_type: "module" }], { mode: "create" });
const results = { results: file("r.json"), images: null, delete_before: false };
const run = () => store.get(twinImportAtom);
const sentBy = ({ body }: Upload) =>
  [...body.entries()].map(([name, value]) => [
    name,
    typeof value === "string" ? value : (value as File).name,
  ]);

describe("an import", () => {
  test("is sent, worked on and done, each with what is known of it", async () => {
    states = ["PENDING", "RUNNING", "SUCCESSFUL"];
    expect(run()).toEqual({ step: "choosing" });
    const ended = twin();
    expect(run()).toEqual({ step: "sending", sent: 0, total: 1 });
    uploads[0]!.onProgress!(30, 90);
    expect(run()).toEqual({ step: "sending", sent: 30, total: 90 });
    expect(store.get(unsavedWorkAtom)).toHaveLength(1);
    const shown: unknown[] = [];
    store.sub(twinImportAtom, () => shown.push(run()));
    uploads[0]!.answer({ task_id: 5 });
    await pass();
    expect(shown[0]).toEqual({ step: "working", task: null });
    expect(run()).toEqual({ step: "working", task: task("PENDING") });
    expect(store.get(unsavedWorkAtom)).toEqual([]);
    await pass(3000);
    expect(run()).toEqual({ step: "working", task: task("RUNNING") });
    await pass(3000);
    expect(run()).toEqual({ step: "done", task: task("SUCCESSFUL") });
    await ended;
    expect(reopened).toEqual(["plant"]);
  });

  test("that is refused says why", async () => {
    const cause = { code: "INVALID" };
    void twin();
    uploads[0]!.refuse(cause);
    await pass();
    expect(run()).toEqual({ step: "failed", cause });
    expect(store.get(unsavedWorkAtom)).toEqual([]);
    expect(reopened).toEqual([]);
  });

  test("whose answer names no task has failed", async () => {
    void twin();
    uploads[0]!.answer({});
    await pass();
    expect(run()).toMatchObject({ step: "failed" });
    expect(taskReads).toBe(0);
  });

  test("whose task fails is done, but does not open the plant again", async () => {
    states = ["FAILED"];
    void twin();
    uploads[0]!.answer({ task_id: 5 });
    await pass();
    expect(run()).toEqual({ step: "done", task: task("FAILED") });
    expect(reopened).toEqual([]);
  });

  test("that is started again replaces the one before, whose result is ignored", async () => {
    void twin();
    void twin();
    expect(uploads[0]!.signal!.aborted).toBe(true);
    expect(uploads[1]!.signal!.aborted).toBe(false);
    await pass();
    expect(run()).toEqual({ step: "sending", sent: 0, total: 1 });
    uploads[0]!.onProgress!(30, 90);
    expect(run()).toEqual({ step: "sending", sent: 0, total: 1 });
  });

  test("that is given up begins with the choice of files again", async () => {
    states = ["RUNNING", "SUCCESSFUL"];
    void twin();
    uploads[0]!.answer({ task_id: 5 });
    await pass();
    store.set(resetTwinImport);
    expect(run()).toEqual({ step: "choosing" });
    await pass(10_000);
    // The task continues on the server; the browser no longer waits for it.
    expect(run()).toEqual({ step: "choosing" });
    expect([taskReads, reopened]).toEqual([1, []]);
  });

  test("belongs to its plant: another one has its own, and it goes on meanwhile", async () => {
    void twin();
    store.set(endPlant);
    store.set(plantIdAtom, 2);
    expect(run()).toEqual({ step: "choosing" });
    store.set(resetTwinImport);
    expect(uploads[0]!.signal!.aborted).toBe(false);
    uploads[0]!.answer({ task_id: 5 });
    await pass();
    // Only the plant that was imported is opened again, and only while it is on the map.
    expect(reopened).toEqual([]);
    store.set(endPlant);
    store.set(plantIdAtom, 1);
    expect(run()).toEqual({ step: "done", task: task("SUCCESSFUL") });
  });

  test("ends with the session", () => {
    void twin();
    keepSession({ token: "another", permissions: [] } as never);
    expect(uploads[0]!.signal!.aborted).toBe(true);
    store.set(plantIdAtom, 1);
    expect(run()).toEqual({ step: "choosing" });
  });

  test("needs a plant", async () => {
    store.set(endPlant);
    await twin();
    await store.set(importResult, 12, results);
    store.set(resetTwinImport);
    store.set(resetResultImport);
    expect(uploads).toEqual([]);
    expect(run()).toEqual({ step: "choosing" });
  });

  test("of results and of a twin do not disturb each other", () => {
    void twin();
    void store.set(importResult, 12, results);
    expect(uploads.map(({ signal }) => signal!.aborted)).toEqual([false, false]);
    store.set(resetResultImport);
    expect(uploads.map(({ signal }) => signal!.aborted)).toEqual([false, true]);
  });
});

describe("a twin", () => {
  test("is sent with its mode, and with a component type before each file", () => {
    const files = [
      { file: file("a.kml"), component_type: "module" },
      { file: file("b.csv"), component_type: null },
    ] as const;
    void store.set(importTwin, files, { mode: "replace_parts", preview: true, twin_version: 3 });
    expect(uploads[0]).toMatchObject({
      endpoint: api.digitalTwin.importFiles,
      params: { id: 1 },
    });
    expect(sentBy(uploads[0]!)).toEqual([
      ["mode", "replace_parts"],
      ["preview", "1"],
      ["twin_version", "3"],
      ["component_type", "module"],
      ["files", "a.kml"],
      ["component_type", ""],
      ["files", "b.csv"],
    ]);
  });

  test("is not reloaded after a preview", async () => {
    await pass();
    const before = listed;
    const files = [{ file: file("a.kml"), component_type: null }];
    void store.set(importTwin, files, { mode: "add", preview: true });
    uploads[0]!.answer({ task_id: 5 });
    await pass();
    expect(run().step).toBe("done");
    expect([listed, reopened]).toEqual([before, []]);
  });

  test("changes the list of plants as well", async () => {
    await pass();
    const before = listed;
    void twin();
    await pass();
    expect(listed).toBe(before);
    uploads[0]!.answer({ task_id: 5 });
    await pass();
    expect(listed).toBe(before + 1);
  });
});

describe("results", () => {
  test("are sent to their analysis, with images where there are any", () => {
    void store.set(importResult, 12, results);
    expect(uploads[0]).toMatchObject({
      endpoint: api.analysisResult.importFile,
      params: { id: 12 },
    });
    expect(sentBy(uploads[0]!)).toEqual([
      ["delete_before", "false"],
      ["json_file", "r.json"],
    ]);
    void store.set(importResult, 12, { ...results, images: file("i.zip"), delete_before: true });
    expect(sentBy(uploads[1]!)).toEqual([
      ["delete_before", "true"],
      ["json_file", "r.json"],
      ["images_zip_filename", "i.zip"],
    ]);
  });

  test("that have arrived open the plant again, unless another one is open", async () => {
    void store.set(importResult, 12, results);
    uploads[0]!.answer({ task_id: 5 });
    await pass();
    expect(store.get(resultImportAtom)).toEqual({ step: "done", task: task("SUCCESSFUL") });
    expect(reopened).toEqual(["plant"]);
    void store.set(importResult, 12, results);
    store.set(endPlant);
    store.set(plantIdAtom, 2);
    uploads[1]!.answer({ task_id: 6 });
    await pass();
    expect(reopened).toEqual(["plant"]);
  });
});
