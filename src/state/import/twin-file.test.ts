// @vitest-environment happy-dom
import type { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { upload } from "../../client/upload.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { plantsAtom } from "../settings/plants.ts";
import { endPlant } from "../shell/lifetime.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { importPlantAreas } from "./plant-area.ts";
import { cloneTwin, downloadTwin, removeTwin } from "./twin-file.ts";

vi.mock("../../client/call.ts", () => ({ call: vi.fn(), callBytes: vi.fn() }));
vi.mock("../../client/upload.ts", () => ({ upload: vi.fn() }));
vi.mock("../plant/open-plant.ts", async () => {
  const { atom } = await import("jotai");
  return { retryPlant: atom(null, () => reopened.push("plant")) };
});

const reopened: string[] = [];
/** Answers of the server, by call. */
const answers = new Map<unknown, () => unknown>();
let store: ReturnType<typeof createStore>;

/** What was asked of a call. */
const askedOf = (endpoint: unknown) =>
  vi.mocked(call).mock.calls.flatMap(([one, ask]) => ((one as unknown) === endpoint ? [ask] : []));

beforeEach(async () => {
  reopened.splice(0);
  answers.clear();
  answers.set(api.plant.listForTable, () => []);
  vi.mocked(call)
    .mockReset()
    .mockImplementation(async (endpoint) => {
      const answer = answers.get(endpoint);
      if (!answer) throw Object.assign(new Error("no"), { code: "FORBIDDEN" });
      return answer() as never;
    });
  store = signedInStore(["READ_ALL_PLANT"], [plantIdAtom, plantsAtom]);
  store.set(endPlant);
  store.set(plantIdAtom, 7);
  await settle();
});
const timesListed = () => askedOf(api.plant.listForTable).length;

describe("the file of a twin", () => {
  const clicked: string[] = [];
  beforeEach(() => {
    clicked.splice(0);
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      // Without a name of its own, the file has the one that the server gives it.
      clicked.push(`${this.getAttribute("download") === "" ? "download" : "open"} ${this.href}`);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  test("is downloaded by the browser, in the format chosen", async () => {
    answers.set(api.digitalTwin.fileUrl, () => ({ url: "https://files/twin.kml" }));
    await store.set(downloadTwin, "kml");
    expect(askedOf(api.digitalTwin.fileUrl)).toEqual([
      { params: { id: 7 }, query: { format: "kml" } },
    ]);
    expect(clicked).toEqual(["download https://files/twin.kml"]);
  });

  test("that is refused is not downloaded", async () => {
    await expect(store.set(downloadTwin, "kml")).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(clicked).toEqual([]);
  });
});

describe("a twin", () => {
  const body = { source_plant_id: 3 };
  const task = (state: string, error: string | null = null) => ({ state, output: { error } });

  test("that is removed has the plant and the list of plants read again", async () => {
    answers.set(api.digitalTwin.remove, () => ({}));
    const before = timesListed();
    await store.set(removeTwin);
    expect(askedOf(api.digitalTwin.remove)).toEqual([{ params: { id: 7 } }]);
    expect(reopened).toEqual(["plant"]);
    await vi.waitUntil(() => timesListed() === before + 1);
  });

  test("that may not be removed stays as it is", async () => {
    await expect(store.set(removeTwin)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(reopened).toEqual([]);
  });

  test("is copied from another plant once the task is done", async () => {
    answers.set(api.digitalTwin.clone, () => ({ task_id: 5 }));
    answers.set(api.task.read, () => task("SUCCESSFUL"));
    const before = timesListed();
    await store.set(cloneTwin, 3);
    expect(askedOf(api.digitalTwin.clone)).toEqual([{ params: { id: 7 }, body }]);
    expect(askedOf(api.task.read)).toEqual([{ params: { id: 5 } }]);
    expect(reopened).toEqual(["plant"]);
    await vi.waitUntil(() => timesListed() === before + 1);
  });

  test("whose copy fails says why, and nothing is read again", async () => {
    answers.set(api.digitalTwin.clone, () => ({ task_id: 5 }));
    answers.set(api.task.read, () => task("FAILED", "The other plant has no twin."));
    await expect(store.set(cloneTwin, 3)).rejects.toThrow("The other plant has no twin.");
    answers.set(api.task.read, () => task("FAILED"));
    await expect(store.set(cloneTwin, 3)).rejects.toThrow(/^$/);
    expect(reopened).toEqual([]);
  });

  test("of a plant that was closed meanwhile does not open it again", async () => {
    answers.set(api.digitalTwin.remove, () => {
      store.set(endPlant);
      store.set(plantIdAtom, 8);
      return {};
    });
    await store.set(removeTwin);
    expect(reopened).toEqual([]);
  });

  test("needs a plant", async () => {
    store.set(endPlant);
    const before = vi.mocked(call).mock.calls.length;
    await store.set(removeTwin);
    await store.set(cloneTwin, 3);
    await store.set(downloadTwin, "kml");
    expect(vi.mocked(call).mock.calls).toHaveLength(before);
  });
});

test("outlines make plants: the result arrives after the list is read again", async () => {
  const answer = { created: 2, problems: [] };
  const sent: unknown[] = [];
  vi.mocked(upload).mockImplementation(async (endpoint, { body }) => {
    sent.push(endpoint, ...[...body.entries()].map(([name, value]) => [name, value]));
    return answer as never;
  });
  const before = timesListed();
  const file = new File(["<kml/>"], "areas.kml");
  const result = await store.set(importPlantAreas, {
    file,
    customer_id: 4,
    technology: "photovoltaic",
    mapping: { name: "site" },
  });
  expect(result).toBe(answer);
  expect(sent[0]).toBe(api.digitalTwin.importPlantAreas);
  expect(sent.slice(1, 4)).toEqual([
    ["customer_id", "4"],
    ["technology", "photovoltaic"],
    ["mapping", '{"name":"site"}'],
  ]);
  const [name, kept] = sent[4] as [string, File];
  expect([name, kept.name]).toEqual(["file", "areas.kml"]);
  expect(timesListed()).toBe(before + 1);
});
