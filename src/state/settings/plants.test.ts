// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { plantAtom, plantIdAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore, watch } from "../shell/signed-in.fixture.ts";
import { reloadSettingsPlant, settingsPlantOf } from "./plant-settings.ts";
import * as state from "./plants.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const LIST = "GET /auth/plants-for-table";
const READ = "GET /auth/plant/{id}";
const UPDATE = "POST /auth/plant/{id}";
const plant = (id: number, name: string) => ({ id, name, nominal_capacity: 10 });
const row = (id: number, name: string) => ({ ...plant(id, name), analysis_count: 3 });
const form = { name: "South" } as never;

let store = signedInStore();
beforeEach(async () => {
  serve({ [LIST]: [row(1, "East"), row(2, "West")], [READ]: plant(2, "West") });
  store = signedInStore(["READ_ALL_PLANT"], [state.plantsAtom, plantAtom]);
  watch(store, settingsPlantOf(2));
  store.set(plantIdAtom, 2);
  await settle();
  asked.splice(0);
});
const rows = () => valueOf(store.get(state.plantsAtom));
const names = () => rows()?.map(({ name }) => name);

describe("the list of plants", () => {
  test("is idle for users who may see no plant", async () => {
    store = signedInStore([], [state.plantsAtom]);
    await settle();
    expect([store.get(state.plantsAtom).state, asked]).toEqual(["idle", []]);
  });

  test("can be fetched again", async () => {
    serveAlso({ [LIST]: [row(3, "New")] });
    await state.reloadPlants();
    expect(names()).toEqual(["New"]);
    expect(asked).toEqual([["GET /auth/plants-for-table"]]);
  });

  test("has a new plant when its id is known", async () => {
    serveAlso({ "POST /auth/plant": plant(3, "South"), [LIST]: [row(3, "South")] });
    expect(await store.set(state.createPlant, form)).toBe(3);
    expect(asked).toEqual([["POST /auth/plant", form], ["GET /auth/plants-for-table"]]);
    expect(names()).toEqual(["South"]);
  });

  test("loses a deleted plant at once, and is fetched again", async () => {
    serveAlso({ "DELETE /auth/plant/{id}": { done: true }, [LIST]: [row(2, "West")] });
    const removing = store.set(state.removePlant, 1);
    expect(names()).toEqual(["West"]);
    await removing;
    expect(asked).toEqual([["DELETE /auth/plant/1"], ["GET /auth/plants-for-table"]]);
  });

  test("has a plant again whose deletion is refused", async () => {
    serveAlso({ "DELETE /auth/plant/{id}": refusal() });
    await expect(store.set(state.removePlant, 1)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(names()).toEqual(["East", "West"]);
  });
});

describe("a changed plant", () => {
  test("is shown at once, and as the server has it wherever its fields are shown", async () => {
    serveAlso({
      [UPDATE]: plant(2, "South!"),
      [LIST]: [row(1, "East"), row(2, "South, fetched again")],
    });
    const changing = store.set(state.updatePlant, 2, { name: "South" });
    expect(rows()).toEqual([row(1, "East"), row(2, "South")]);
    expect(await changing).toMatchObject({ name: "South!" });
    expect(asked[0]).toEqual(["POST /auth/plant/2", { name: "South" }]);
    expect(rows()).toEqual([row(1, "East"), row(2, "South!")]);
    expect(valueOf(store.get(plantAtom))).toEqual(plant(2, "South!"));
    expect(valueOf(store.get(settingsPlantOf(2)))).toEqual(plant(2, "South!"));
    await settle();
    expect(names()).toEqual(["East", "South, fetched again"]);
  });

  test("does not change the fields of another plant on the map", async () => {
    serveAlso({ [UPDATE]: plant(1, "South") });
    await store.set(state.updatePlant, 1, { name: "South" });
    expect(valueOf(store.get(plantAtom))).toEqual(plant(2, "West"));
    expect(valueOf(store.get(settingsPlantOf(2)))).toEqual(plant(2, "West"));
  });

  test("is as before where the server refuses", async () => {
    serveAlso({ [UPDATE]: refusal() });
    const changing = store.set(state.updatePlant, 2, { name: "East" });
    expect(names()).toEqual(["East", "East"]);
    await expect(changing).rejects.toMatchObject({ code: "CONFLICT" });
    expect(rows()).toEqual([row(1, "East"), row(2, "West")]);
    expect(valueOf(store.get(plantAtom))).toEqual(plant(2, "West"));
  });
});

test("the settings of a plant can be fetched again", async () => {
  serveAlso({ [READ]: plant(2, "South") });
  await reloadSettingsPlant(2);
  expect(asked).toEqual([["GET /auth/plant/2"]]);
  expect(valueOf(store.get(settingsPlantOf(2)))?.name).toBe("South");
});

describe("the columns of the list", () => {
  const visit = async () => {
    vi.resetModules();
    return (await import("./plants.ts")).plantColumnsAtom;
  };
  beforeEach(() => localStorage.clear());

  test("are all but the area at the first visit", async () => {
    expect(store.get(await visit())).toEqual(["area_ha"]);
  });

  test("are those that were chosen at the visit before, also where none is hidden", async () => {
    const columnsAtom = await visit();
    store.set(columnsAtom, ["name", "customer_name"]);
    expect(store.get(columnsAtom)).toEqual(["name", "customer_name"]);
    expect(store.get(await visit())).toEqual(["name", "customer_name"]);
    expect(localStorage.getItem("plants-hidden-columns")).toBe("name,customer_name");
    store.set(columnsAtom, []);
    expect(store.get(await visit())).toEqual([]);
  });
});
