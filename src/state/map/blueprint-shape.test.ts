// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../../api/index.ts";
import { call, callBytes } from "../../client/call.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { onToast, type Toast } from "../shell/toast.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { blueprintShapesAtom } from "./blueprint-shape.ts";

vi.mock("../../client/call.ts", () => ({ call: vi.fn(), callBytes: vi.fn() }));

const shape = (name: string) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [1, 2] },
  properties: { name },
});
const file = (name: string) =>
  new Blob([JSON.stringify({ type: "FeatureCollection", features: [shape(name)] })]);

beforeEach(() => {
  vi.mocked(call).mockReset();
  vi.mocked(callBytes).mockReset();
  const list = [
    { id: 4, kind: "kml" },
    { id: 5, kind: "pdf" },
    { id: 6, kind: "kml" },
  ];
  vi.mocked(call).mockImplementation(async (endpoint) =>
    (endpoint as unknown) === api.blueprint.list ? (list as never) : ({} as never),
  );
  vi.mocked(callBytes).mockImplementation(async (_endpoint, asked) => {
    const { params } = asked as { params: { id: number } };
    return file(String(params.id));
  });
});

const hasAskedForList = () =>
  vi.mocked(call).mock.calls.some(([endpoint]) => (endpoint as unknown) === api.blueprint.list);

it("fetches the shapes once its layer reads them, and not before", async () => {
  const store = signedInStore(["READ_PLANT_BLUEPRINT"], [plantIdAtom]);
  store.set(plantIdAtom, 3);
  await settle();
  expect(hasAskedForList()).toBe(false);
  const stop = store.sub(blueprintShapesAtom, () => undefined);
  await vi.waitFor(() => expect(store.get(blueprintShapesAtom)).not.toBeNull());
  const names = store.get(blueprintShapesAtom)!.features.map(({ properties }) => properties.name);
  expect(names).toEqual(["4", "6"]);
  expect(store.get(blueprintShapesAtom)?.type).toBe("FeatureCollection");
  expect(callBytes).toHaveBeenCalledTimes(2);
  stop();
});

it("has none where the files are empty, and says why where one cannot be read", async () => {
  const store = signedInStore(["READ_PLANT_BLUEPRINT"], [plantIdAtom]);
  const toasts: Toast[] = [];
  const stopToasts = onToast((toast) => toasts.push(toast));
  vi.mocked(callBytes).mockImplementation(
    async () => new Blob([JSON.stringify({ type: "FeatureCollection", features: [] })]),
  );
  store.set(plantIdAtom, 3);
  const stop = store.sub(blueprintShapesAtom, () => undefined);
  await vi.waitFor(() => expect(callBytes).toHaveBeenCalledTimes(2));
  await settle();
  expect(store.get(blueprintShapesAtom)).toBeNull();
  expect(toasts).toEqual([]);
  vi.mocked(callBytes).mockRejectedValue(
    Object.assign(new Error("Gone"), { code: "RESOURCE_NOT_FOUND", status: 404 }),
  );
  const other = signedInStore(["READ_PLANT_BLUEPRINT"], [plantIdAtom]);
  other.set(plantIdAtom, 4);
  const stopOther = other.sub(blueprintShapesAtom, () => undefined);
  await vi.waitFor(() => expect(toasts).toMatchObject([{ tone: "danger", message: "Gone" }]));
  expect(other.get(blueprintShapesAtom)).toBeNull();
  stop();
  stopOther();
  stopToasts();
});

it("fetches nothing for a viewer who may not see blueprints", async () => {
  const store = signedInStore([], [plantIdAtom]);
  store.set(plantIdAtom, 3);
  store.sub(blueprintShapesAtom, () => undefined);
  await settle();
  expect(store.get(blueprintShapesAtom)).toBeNull();
  expect(hasAskedForList()).toBe(false);
});
