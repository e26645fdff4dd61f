// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import { buildMesh } from "../../client/mesh.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import { keepLevel } from "../plant/plant.ts";
import { endPlant } from "../shell/lifetime.ts";
import { settle } from "../shell/signed-in.fixture.ts";
import { buildMeshes, failedMeshesAtom, meshOf, meshVersionAtom } from "./mesh.ts";

vi.mock("../../client/mesh.ts", () => ({ buildMesh: vi.fn() }));

type Order = { of: Geometry; finish: (mesh: object) => Promise<void>; fail: () => Promise<void> };
/** The meshes that were ordered, in their order; each is finished by the test. */
let orders: Order[] = [];
let store = createStore();
const reported = vi.fn();
beforeEach(() => {
  vi.stubGlobal("reportError", reported.mockReset());
  orders = [];
  store = createStore();
  store.set(endPlant);
  vi.mocked(buildMesh).mockImplementation((of) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    orders.push({
      of,
      finish: (mesh) => (resolve(mesh as never), settle()),
      fail: () => (reject(new Error("no worker")), settle()),
    });
    return promise;
  });
});

const arrive = (type: ComponentType, count: number) => {
  store.set(keepLevel, type, { geometry: { type, count } as Geometry });
};
const ordered = () => orders.map(({ of }) => `${of.count} ${of.type}`);
const version = () => store.get(meshVersionAtom);

test("the mesh of the smallest level is ordered first, each once", async () => {
  arrive("module", 400);
  arrive("tracker_group", 20);
  arrive("tracker", 3);
  store.set(buildMeshes);
  store.set(buildMeshes);
  expect(ordered()).toEqual(["3 tracker", "20 tracker_group", "400 module"]);
  expect(meshOf("module")).toBeUndefined();
});

test("a finished mesh is announced and is that of its level", async () => {
  arrive("module", 400);
  arrive("tracker", 40);
  store.set(buildMeshes);
  const before = version();
  const mesh = {};
  await orders[1]!.finish(mesh);
  expect(meshOf("module")).toBe(mesh);
  expect(meshOf("tracker")).toBeUndefined();
  expect(version()).not.toBe(before);
  store.set(buildMeshes);
  expect(orders).toHaveLength(2);
});

test("what has nothing to build is announced at once", () => {
  const before = version();
  store.set(buildMeshes);
  expect(version()).not.toBe(before);
  arrive("tracker", 40);
  const between = version();
  store.set(buildMeshes);
  expect(version()).toBe(between);
});

test("the mesh of a geometry that was replaced is not shown, nor the one that is finished late", async () => {
  arrive("module", 400);
  store.set(buildMeshes);
  await orders[0]!.finish({});
  arrive("module", 401);
  expect(meshOf("module")).toBeUndefined();
  store.set(buildMeshes);
  arrive("module", 402);
  store.set(buildMeshes);
  const [, second, third] = orders;
  const last = {};
  await third!.finish(last);
  const between = version();
  await second!.finish({});
  expect(meshOf("module")).toBe(last);
  expect(version()).toBe(between);
});

test("a mesh that could not be built is ordered once more by itself; the second one is drawn", async () => {
  arrive("module", 400);
  store.set(buildMeshes);
  await orders[0]!.fail();
  expect(ordered()).toEqual(["400 module", "400 module"]);
  expect(reported).not.toHaveBeenCalled();
  const mesh = {};
  await orders[1]!.finish(mesh);
  expect(meshOf("module")).toBe(mesh);
  expect(store.get(failedMeshesAtom)).toEqual([]);
});

test("a level that failed twice is named and reported, and tried again where that is asked for", async () => {
  arrive("module", 400);
  arrive("tracker", 40);
  store.set(buildMeshes);
  await orders[0]!.finish({});
  await orders[1]!.fail();
  const before = version();
  await orders[2]!.fail();
  expect(store.get(failedMeshesAtom)).toEqual(["module"]);
  expect(reported).toHaveBeenCalledOnce();
  expect(version()).not.toBe(before);
  store.set(buildMeshes);
  expect(ordered()).toEqual(["40 tracker", "400 module", "400 module", "400 module"]);
  expect(store.get(failedMeshesAtom)).toEqual([]);
  const mesh = {};
  await orders[3]!.finish(mesh);
  expect(meshOf("module")).toBe(mesh);
});

test("a mesh that fails after the plant was closed says nothing of the next plant", async () => {
  arrive("module", 400);
  store.set(buildMeshes);
  await orders[0]!.fail();
  store.set(endPlant);
  await orders[1]!.fail();
  expect(store.get(failedMeshesAtom)).toEqual([]);
});

test("the failure of a replaced geometry does not drop the mesh of the next one", async () => {
  arrive("module", 400);
  store.set(buildMeshes);
  arrive("module", 401);
  store.set(buildMeshes);
  const mesh = {};
  await orders[1]!.finish(mesh);
  await orders[0]!.fail();
  expect(meshOf("module")).toBe(mesh);
  expect(orders).toHaveLength(2);
});

test("a mesh that is finished after the plant was closed is not that of the next plant", async () => {
  arrive("module", 400);
  store.set(buildMeshes);
  store.set(endPlant);
  const before = version();
  await orders[0]!.finish({});
  expect(version()).toBe(before);
  arrive("module", 400);
  expect(meshOf("module")).toBeUndefined();
});
