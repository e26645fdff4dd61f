// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { flyRequestAtom } from "../../map/view.ts";
import { endPlant } from "../../shell/lifetime.ts";
import { openComponentAtom } from "./component.ts";
import { openedPlant } from "../opened.fixture.ts";
import { componentFinder, search, searchAtom, searchMore, searchTextAtom } from "./search.ts";
import { answers, refusal, workerAsks, workerFaults } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedPlant("analysis=12");
});
afterEach(() => {
  workerFaults.clear();
  opened.close();
});
const state = () => opened.store.get(searchAtom).state;
const found = () => {
  const result = opened.store.get(searchAtom);
  return result.state === "ready" ? result.value.found.map(({ dt_id }) => dt_id) : null;
};

describe("the search", () => {
  it("finds components by their name", async () => {
    const { store } = opened;
    const done = store.set(search, "module-17");
    expect([state(), store.get(searchTextAtom)]).toEqual(["loading", "module-17"]);
    await done;
    expect(found()).toEqual(["module-17"]);
  });

  it("asks for fifty, and for more of the same text when it is asked to", async () => {
    const { store } = opened;
    await store.set(search, "odule");
    workerAsks.length = 0;
    await store.set(searchMore);
    await store.set(search, "module");
    const asked = workerAsks.filter(({ verb }) => verb === "search").map(({ ask }) => ask);
    expect(asked).toMatchObject([
      { text: "odule", most: 240 },
      { text: "module", most: 50 },
    ]);
  });

  it("finds a position within the plant", async () => {
    // The first module and tracker lie at the origin of the plant.
    await opened.store.set(search, "37.0, -3.0");
    expect(found()).toEqual(expect.arrayContaining(["tracker-0", "module-0"]));
    expect(found()).toHaveLength(2);
  });

  it("keeps what was found on the screen until more is found, and drops the older text", async () => {
    const { store } = opened;
    await store.set(search, "module-17");
    const older = store.set(search, "module-1");
    expect(found()).toEqual(["module-17"]);
    const newer = store.set(search, "module-22");
    await Promise.all([older, newer]);
    expect([found(), store.get(searchTextAtom)]).toEqual([["module-22"], "module-22"]);
  });

  it("finds nothing without a text, also where an older search is under way", async () => {
    const { store } = opened;
    const older = store.set(search, "module-1");
    await store.set(search, "  ");
    await older;
    expect([state(), store.get(searchTextAtom)]).toEqual(["idle", "  "]);
  });

  it("says what failed, but not of a text that was replaced", async () => {
    const { store } = opened;
    workerFaults.set("search", { code: "UNAVAILABLE" });
    await store.set(search, "module-1");
    expect(store.get(searchAtom)).toMatchObject({
      state: "failed",
      fault: { code: "UNAVAILABLE" },
    });
    const older = store.set(search, "module-1");
    await store.set(search, "");
    await older;
    expect(state()).toBe("idle");
  });

  it("is idle where the fields of the plant could not be read", async () => {
    opened.close();
    const fields = "GET /auth/plant/{id}";
    const usual = answers[fields]!;
    answers[fields] = () => {
      throw refusal("FORBIDDEN");
    };
    opened = await openedPlant("analysis=12");
    await opened.store.set(search, "module-1");
    expect(state()).toBe("idle");
    answers[fields] = usual;
  });

  it("is idle without a plant", async () => {
    const { store } = opened;
    store.set(endPlant);
    await store.set(search, "module-1");
    expect(state()).toBe("idle");
  });
});

describe("the palette", () => {
  const find = (text: string) =>
    componentFinder.find(text, opened.store.get, new AbortController().signal);

  it("offers components with their type and where they belong", async () => {
    const [first, ...others] = await find("module-17");
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      id: "component-module-17",
      label: "module-17",
      hint: "Module · tracker-1",
    });
    const [top] = await find("tracker-2");
    expect(top?.hint).toBe("Tracker");
  });

  it("offers eight at most with the way to the others, and none without a plant", async () => {
    const offered = await find("odule");
    expect(offered).toHaveLength(9);
    expect(offered.at(-1)?.label).toBe("All 40 results in Find");
    offered.at(-1)!.run(opened.store.get, opened.store.set);
    await vi.waitUntil(() => state() === "ready");
    expect(opened.store.get(searchTextAtom)).toBe("odule");
    expect(found()).toHaveLength(40);
    opened.store.set(endPlant);
    expect(await find("odule")).toEqual([]);
  });

  it("stops looking for a text that was replaced", async () => {
    const controller = new AbortController();
    const found = componentFinder.find("odule", opened.store.get, controller.signal);
    controller.abort();
    await expect(found).rejects.toThrow(/abort/i);
  });

  it("opens the card of the chosen one and flies there", async () => {
    const { store } = opened;
    const before = store.get(flyRequestAtom)?.id;
    const [first] = await find("module-17");
    void first!.run(store.get, store.set);
    expect(store.get(openComponentAtom)?.dt_id).toBe("module-17");
    expect(store.get(flyRequestAtom)?.id).not.toBe(before);
  });
});
