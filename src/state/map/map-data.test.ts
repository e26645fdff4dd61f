// @vitest-environment happy-dom
// What single layers read from the server: the styles of the base map and the places of images.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { endPlant } from "../shell/lifetime.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { baseMapStylesAtom, isSatelliteAtom } from "./base-map.ts";
import { imagePositionsAtom } from "./image-position.ts";
import { flyRequestAtom, flyTo } from "./view.ts";

vi.mock("../../client/call.ts", () => ({ call: vi.fn(), callBytes: vi.fn() }));

/** Answers of the server, by call; a function may refuse. */
const answers = new Map<unknown, (ask: { params?: unknown }) => unknown>();
beforeEach(() => {
  answers.clear();
  vi.mocked(call)
    .mockReset()
    .mockImplementation(async (endpoint, ask) => {
      const answer = answers.get(endpoint);
      if (!answer) throw Object.assign(new Error("no"), { code: "RESOURCE_NOT_FOUND" });
      return answer(ask as object) as never;
    });
});
const timesAsked = () => vi.mocked(call).mock.calls.length;

describe("the base map", () => {
  const styles = { light: "l.json", dark: null, satellite: "s.json" };

  test("is of satellite images from the start where the server has no other style", async () => {
    answers.set(api.baseMap.styles, () => ({ light: null, dark: null, satellite: "s.json" }));
    const store = signedInStore([], [isSatelliteAtom]);
    await vi.waitUntil(() => store.get(baseMapStylesAtom) !== null);
    expect(store.get(isSatelliteAtom)).toBe(true);
    store.set(isSatelliteAtom, false);
    expect(store.get(isSatelliteAtom)).toBe(false);
  });

  test("has the styles of the server, asked once a session", async () => {
    answers.set(api.baseMap.styles, () => styles);
    const store = signedInStore();
    const watch = () => store.sub(baseMapStylesAtom, () => undefined);
    const close = watch();
    expect(store.get(baseMapStylesAtom)).toBeNull();
    await vi.waitUntil(() => store.get(baseMapStylesAtom) !== null);
    expect(store.get(baseMapStylesAtom)).toEqual(styles);
    // Another map is opened.
    close();
    const closeAgain = watch();
    expect(store.get(baseMapStylesAtom)).toEqual(styles);
    closeAgain();
    expect(timesAsked()).toBe(1);
  });

  test("is the shipped one where the server refuses, and drawn until satellite is chosen", async () => {
    const store = signedInStore([], [baseMapStylesAtom]);
    await vi.waitUntil(() => store.get(baseMapStylesAtom) !== null);
    expect(store.get(baseMapStylesAtom)).toEqual({ light: null, dark: null, satellite: null });
    expect(store.get(isSatelliteAtom)).toBe(false);
  });
});

describe("the places of images", () => {
  const image = (id: number, lon: number | null, lat: number | null) => ({
    id,
    kind: "thermal",
    lon,
    lat,
    file_name: `${id}.jpg`,
  });

  test("are those of the current analysis, without the images that have none", async () => {
    answers.set(api.analysisResult.images, () => [
      image(1, -3, 37),
      image(2, null, 37),
      image(3, -3, null),
      image(4, 0, 0),
    ]);
    const store = signedInStore([], [plantIdAtom, imagePositionsAtom]);
    store.set(endPlant);
    store.set(plantIdAtom, 3);
    expect(store.get(imagePositionsAtom)).toBeNull();
    expect(timesAsked()).toBe(0);
    store.set(analysisIdAtom, 12);
    await vi.waitUntil(() => store.get(imagePositionsAtom) !== null);
    expect(vi.mocked(call).mock.calls[0]![1]).toEqual({ params: { id: 12 } });
    expect(store.get(imagePositionsAtom)).toMatchObject([
      { kind: "thermal", lon: -3, lat: 37 },
      { kind: "thermal", lon: 0, lat: 0 },
    ]);
  });

  test("are of each analysis its own", async () => {
    answers.set(api.analysisResult.images, ({ params }) => [
      image(1, (params as { id: number }).id, 2),
    ]);
    const store = signedInStore([], [plantIdAtom, imagePositionsAtom]);
    store.set(endPlant);
    store.set(plantIdAtom, 3);
    store.set(analysisIdAtom, 11);
    await vi.waitUntil(() => store.get(imagePositionsAtom)?.[0]?.lon === 11);
    store.set(analysisIdAtom, 12);
    await vi.waitUntil(() => store.get(imagePositionsAtom)?.[0]?.lon === 12);
  });

  test("are also those of the drone's uploaded images, for those who see its files", async () => {
    answers.set(api.analysisResult.images, () => [image(1, -3, 37)]);
    answers.set(api.analysisFile.positions, () => [
      { lon: 4, lat: 5, is_radiometric: true },
      { lon: 6, lat: 7, is_radiometric: false },
    ]);
    const places = async (...permissions: Parameters<typeof signedInStore>[0] & string[]) => {
      const store = signedInStore(permissions, [plantIdAtom, imagePositionsAtom]);
      store.set(endPlant);
      store.set(plantIdAtom, 3);
      store.set(analysisIdAtom, 12);
      const count = 1 + 2 * permissions.length;
      await vi.waitUntil(() => (store.get(imagePositionsAtom)?.length ?? 0) >= count);
      return store.get(imagePositionsAtom);
    };
    const result = { kind: "thermal", lon: -3, lat: 37 };
    expect(await places("DOWNLOAD_ANALYSIS_FILE")).toMatchObject([
      { kind: "thermal", lon: 4, lat: 5 },
      { kind: "rgb", lon: 6, lat: 7 },
      result,
    ]);
    expect(await places()).toMatchObject([result]);
    // The whole list of files is for the panel of files alone.
    const asked = vi.mocked(call).mock.calls.map(([endpoint]) => endpoint);
    expect(asked).not.toContain(api.analysisFile.list);
  });

  test("are none where no image has one", async () => {
    answers.set(api.analysisResult.images, () => [image(2, null, null)]);
    const store = signedInStore([], [plantIdAtom, imagePositionsAtom]);
    store.set(endPlant);
    store.set(plantIdAtom, 3);
    store.set(analysisIdAtom, 12);
    await vi.waitUntil(() => timesAsked() === 1);
    await new Promise((done) => setTimeout(done));
    expect(store.get(imagePositionsAtom)).toBeNull();
  });
});

test("every request to move the camera is a new one, and flies unless it is to jump", () => {
  const store = signedInStore();
  const target = { bounds: [0, 0, 1, 1] } as const;
  store.set(flyTo, target);
  const first = store.get(flyRequestAtom);
  expect(first).toMatchObject({ target, jump: false });
  store.set(flyTo, target, true);
  expect(store.get(flyRequestAtom)).toMatchObject({ target, jump: true });
  expect(store.get(flyRequestAtom)?.id).not.toBe(first?.id);
});
