// @vitest-environment happy-dom
// Opening a plant: what is asked for, what the map shows first, and what is said when a part fails.
import { afterEach, describe, expect, it, vi } from "vitest";
import { flyRequestAtom } from "../map/view.ts";
import { refusedPartsAtom } from "../shell/address.ts";
import { endPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { settle } from "../shell/signed-in.fixture.ts";
import { analysisIdAtom } from "./analysis/analysis.ts";
import { componentName, pathName, shortName } from "./component/component-words.ts";
import { openedPlant } from "./opened.fixture.ts";
import { openPlant, retryPlant } from "./open-plant.ts";
import {
  geometryOf,
  geometryVersionAtom,
  keepLevel,
  namesOf,
  plantAtom,
  plantIdAtom,
  twinAtom,
} from "./plant.ts";
import { select, selectedRowsAtom } from "./component/selection.ts";
import { answers, asked, refusal, workerFaults } from "./two-plants.fixture.ts";

vi.mock("../../client/call.ts", async () => (await import("./two-plants.fixture.ts")).client);
vi.mock("../../client/plant-data.ts", async () => (await import("./two-plants.fixture.ts")).worker);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
afterEach(() => {
  opened.close();
  workerFaults.clear();
  Object.assign(answers, usual);
});
const open = async (query = "analysis=12") => {
  opened = await openedPlant(query);
  return opened.store;
};
const object = "GET /auth/plant/{id}/field-geometry/object/{hash}";

describe("an opened plant", () => {
  it("has its fields, its twin and the data of every level", async () => {
    const store = await open();
    expect(valueOf(store.get(plantAtom))?.name).toBe("Plant 1");
    expect(valueOf(store.get(twinAtom))?.plant_id).toBe(1);
    expect([geometryOf("tracker")?.count, geometryOf("module")?.count]).toEqual([4, 40]);
    expect(namesOf("module")?.dtId(7)).toBe("module-7");
    expect(geometryOf("loop")).toBeUndefined();
  });

  it("asks for each thing once, and for the small level first", async () => {
    asked.splice(0);
    await open();
    const gets = asked.filter((one) => !one.includes("/column/"));
    expect(new Set(gets).size).toBe(gets.length);
    const objects = asked.filter((one) => one.includes("/object/"));
    expect(objects).toEqual(
      ["geometry tracker", "names tracker", "geometry module", "names module"].map(
        (hash) => `GET /auth/plant/1/field-geometry/object/${hash}`,
      ),
    );
  });

  it("is shown as a whole, at once and without a flight", async () => {
    const store = await open();
    expect(store.get(flyRequestAtom)).toMatchObject({
      target: { bounds: [-3.01, 36.99, -2.99, 37.01] },
      jump: true,
    });
  });

  it("is shown where the address says", async () => {
    const store = await open("analysis=12&at=-3.001,37.002,18.5,20,30");
    const request = store.get(flyRequestAtom);
    expect(request).toMatchObject({ jump: true });
    expect(store.get(refusedPartsAtom)).toEqual([]);
    expect(request?.target).toHaveProperty("camera");
  });

  it("announces each level, and keeps what it knew of it", async () => {
    const store = await open();
    const before = store.get(geometryVersionAtom);
    store.set(keepLevel, "module", { geometry: { count: 5 } as never });
    expect(geometryOf("module")?.count).toBe(5);
    expect(namesOf("module")?.dtId(7)).toBe("module-7");
    expect(store.get(geometryVersionAtom)).not.toBe(before);
  });

  it("names its components by the plant's own names and by their place", async () => {
    await open();
    const at = { component_type: "module", row: 17 } as const;
    expect(shortName(at)).toBe("module-17");
    expect(componentName(at)).toMatch(/module-17$/);
    expect(componentName(at).length).toBeGreaterThan("module-17".length);
    expect(pathName(at)).toBe("tracker-1");
    expect(pathName({ component_type: "tracker", row: 1 })).toBe("");
    opened.store.set(keepLevel, "module", {
      names: { pcs: () => "", dtId: (row: number) => `id-${row}` } as never,
    });
    expect(shortName(at)).toBe("id-17");
    expect(shortName({ component_type: "loop", row: 1 })).toBe("…");
  });
});

describe("a plant that is opened again", () => {
  it("is read again, with the view of the address", async () => {
    const store = await open();
    store.set(select, { component_type: "module", rows: [1], mode: "replace" });
    history.replaceState(null, "", "/plant/1?analysis=11");
    asked.splice(0);
    await store.set(retryPlant);
    await settle();
    expect(store.get(plantIdAtom)).toBe(1);
    expect(store.get(analysisIdAtom)).toBe(11);
    expect(store.get(selectedRowsAtom)).toHaveLength(0);
    expect(asked).toContain("GET /auth/plant/1/field-geometry");
  });

  it("is none where none is open", async () => {
    const store = await open();
    store.set(endPlant);
    asked.splice(0);
    await store.set(retryPlant);
    expect(asked).toEqual([]);
  });
});

describe("a plant of which a part fails", () => {
  it("says that it has no twin, and still has its analyses", async () => {
    answers["GET /auth/plant/{id}/field-geometry"] = () => {
      throw refusal("RESOURCE_NOT_FOUND");
    };
    const store = await open();
    expect(store.get(twinAtom)).toMatchObject({
      state: "failed",
      fault: { code: "RESOURCE_NOT_FOUND" },
    });
    expect(store.get(analysisIdAtom)).toBe(12);
  });

  it("says why a level could not be fetched or decoded", async () => {
    answers[object] = () => {
      throw refusal("TOO_LARGE");
    };
    const store = await open();
    expect(store.get(twinAtom)).toMatchObject({ state: "failed", fault: { code: "TOO_LARGE" } });
    answers[object] = usual[object]!;
    workerFaults.set("level", { code: "UNAVAILABLE" });
    await store.set(openPlant, 1, "");
    expect(store.get(twinAtom)).toMatchObject({ state: "failed", fault: { code: "UNAVAILABLE" } });
  });

  it("does not fail the next plant, which is opened while the twin is still on its way", async () => {
    const twin = "GET /auth/plant/{id}/field-geometry";
    const store = await open();
    answers[twin] = async (params, body) => {
      await new Promise((done) => setTimeout(done, 20));
      return usual[twin]!(params, body);
    };
    const late = store.set(openPlant, 1, "");
    await settle();
    const next = store.set(openPlant, 2, "");
    await Promise.all([late, next]);
    await settle();
    expect(store.get(plantIdAtom)).toBe(2);
    expect(valueOf(store.get(twinAtom))?.plant_id).toBe(2);
    expect(geometryOf("module")?.count).toBe(40);
  });

  it("has the catalogue's limits where its own cannot be read", async () => {
    answers["GET /auth/plant/{id}/key-figure-limits"] = () => {
      throw refusal("FORBIDDEN");
    };
    const store = await open();
    expect(store.get(analysisIdAtom)).toBe(12);
    expect(geometryOf("module")?.count).toBe(40);
  });
});
