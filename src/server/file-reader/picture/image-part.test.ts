// Which single images are read: those that show what no raster shows.
import { expect, it } from "vitest";
import { planeAt } from "../../../domain/geometry/plane.ts";
import { evaluationSettings as settings } from "../../../domain/evaluation/evaluation-settings.ts";
import { sceneGeometry as geometry } from "../../../domain/evaluation/scene.fixture.ts";
import { rowsInSight } from "../../../domain/evaluation/place/image-view.ts";
import type { ImageCamera } from "../../../domain/image/image-camera.ts";
import { visitImages } from "./image-part.ts";

const plane = planeAt([-69.5, -23.4]);
const nothing = () => Promise.resolve();

/** @param minute when it was taken: after a pause another flight begins */
function imageAt(name: string, x: number, minute: number) {
  const [lon, lat] = plane.toLonLat(x, -9);
  const camera: ImageCamera = {
    lon,
    lat,
    height_m: 15,
    yaw_deg: 0,
    pitch_deg: -90,
    roll_deg: 0,
    focal_px: 760,
    width_px: 640,
    height_px: 512,
    centre_px: [320, 256],
    distortion: null,
    position_m: null,
  };
  return {
    key: name,
    name,
    sha256: name,
    camera,
    taken_at: null,
    clock: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
    drone_serial: null,
    is_thermal: true,
    is_radiometric: true,
    is_exported: false,
  };
}

it("reads no image whose modules a raster shows in a place that is sure, and all others", async () => {
  const [west, east] = [imageAt("west.jpg", 8, 0), imageAt("east.jpg", 38, 20)];
  const inWest = new Set(rowsInSight(west.camera, geometry, plane));
  expect(rowsInSight(east.camera, geometry, plane).some((row) => inWest.has(row))).toBe(false);
  const read: string[] = [];
  const store = {
    read: (key: string) => {
      read.push(key);
      return Promise.reject(new Error("enough"));
    },
  } as unknown as Parameters<typeof visitImages>[0];
  const aboutOf = (isShown: (row: number) => boolean) => ({
    geometry,
    plane,
    settings,
    scale: null,
    isShown,
    rows: {
      visitRaster: nothing,
      flight: null,
      visitImage: nothing,
      columns: () => ({}),
      findings: () => [],
    },
    visible: {} as Parameters<typeof visitImages>[2]["visible"],
    visit: () => {},
  });
  const visited = (isShown: (row: number) => boolean) =>
    visitImages(store, [west, east], aboutOf(isShown));
  await expect(visited((row) => inWest.has(row))).rejects.toThrow("enough");
  expect(read).toEqual(["east.jpg"]);
  const none = { used: [], pixels: 0, counts: { measured: 0, without_temperature: 0 } };
  expect(await visited(() => true)).toMatchObject(none);
  // The same file under two names is one look.
  const twice = [west, { ...west, name: "west copy.jpg" }];
  expect(
    (
      await visitImages(
        store,
        twice,
        aboutOf(() => true),
      )
    ).counts.duplicates,
  ).toBe(1);
  // An image of a thermal camera without temperatures is no visible one.
  const palette = { ...east, name: "east colours.jpg", sha256: "colours", is_radiometric: false };
  const unread = await visitImages(
    store,
    [palette],
    aboutOf(() => false),
  );
  expect(unread).toMatchObject({ used: [], counts: { false_colour: 1, visible: 0 } });
  // One module in a gap of the raster is enough.
  const [one] = inWest;
  await expect(visited((row) => row !== one)).rejects.toThrow("enough");
  expect(read).toEqual(["east.jpg", "west.jpg"]);
});
