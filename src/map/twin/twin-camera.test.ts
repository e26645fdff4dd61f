// The camera of the 3D view: what a pixel shows, and that it shows what the map shows.
import { expect, test } from "vitest";
import { planeAt } from "../../domain/geometry/plane.ts";
import { metresPerPixel } from "../component/projection.ts";
import { cameraFor } from "./fit-camera.ts";
import { bounded, movedCamera } from "./move-camera.ts";
import {
  distanceOf,
  eyeAboveBase,
  onPlane,
  placeCamera,
  rayOf,
  screenOf,
  zoomAtDistance,
  type Point3,
} from "./twin-camera.ts";

const origin = [-3.4, 37.2] as const;
const size = { width: 1200, height: 800 };
const camera = { centre: [-3.39, 37.205], zoom: 16, bearing: 35, pitch: 50 } as const;
const groundAt = (at: typeof camera | Parameters<typeof placeCamera>[0], x: number, y: number) => {
  const placed = placeCamera(at, origin, size);
  return onPlane(placed.eye, rayOf(placed, size, x, y));
};

test("the middle of the screen shows the centre, whatever the angle", () => {
  const [x, y] = planeAt(origin).toPlane(...camera.centre);
  for (const pitch of [0, 30, 60, 85]) {
    const at = groundAt({ ...camera, pitch }, 600, 400)!;
    expect(at[0]).toBeCloseTo(x, 4);
    expect(at[1]).toBeCloseTo(y, 4);
  }
});

test("straight down, a pixel is as large as on the map, and the bearing is at the top", () => {
  const from = groundAt({ ...camera, pitch: 0 }, 600, 400)!;
  const to = groundAt({ ...camera, pitch: 0 }, 600, 300)!;
  const metres = Math.hypot(to[0] - from[0], to[1] - from[1]);
  expect(metres).toBeCloseTo(100 * metresPerPixel(16, origin), 3);
  const bearing = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  expect(bearing).toBeCloseTo(35, 6);
});

test("the sky has no ground", () => {
  expect(groundAt({ ...camera, pitch: 85 }, 600, 5)).toBeNull();
});

test("what is dragged stays under the pointer, and what is zoomed at stays where it is", () => {
  const dragged = movedCamera(
    camera,
    { kind: "pan", from: [300, 500], to: [420, 560] },
    origin,
    size,
  );
  const before = groundAt(camera, 300, 500)!;
  const after = groundAt(dragged, 420, 560)!;
  expect(after[0]).toBeCloseTo(before[0], 2);
  expect(after[1]).toBeCloseTo(before[1], 2);
  const nearer = movedCamera(camera, { kind: "zoom", by: 1.5, at: [900, 600] }, origin, size);
  expect(nearer.zoom).toBe(17.5);
  const held = groundAt(nearer, 900, 600)!;
  const was = groundAt(camera, 900, 600)!;
  expect(held[0]).toBeCloseTo(was[0], 2);
  expect(held[1]).toBeCloseTo(was[1], 2);
});

test("a turn stays between the limits", () => {
  const turned = movedCamera(camera, { kind: "turn", bearing: 200, pitch: 60 }, origin, size);
  expect(turned.bearing).toBeCloseTo(-125, 9);
  expect(turned.pitch).toBe(85);
});

test("what is asked for is shown: bounds fit, a place in view does not move the camera", () => {
  const bounds = [-3.41, 37.195, -3.39, 37.21] as const;
  const fitted = cameraFor({ bounds }, { ...camera, pitch: 0, bearing: 0 }, origin, size);
  const [x, y] = planeAt(origin).toPlane(bounds[2], bounds[3]);
  const corner = groundAt(fitted, 1200, 0)!;
  expect(corner[0]).toBeGreaterThan(x);
  expect(corner[1]).toBeGreaterThan(y);
  expect(cameraFor({ reveal: camera.centre }, camera, origin, size)).toBe(camera);
  const far = cameraFor({ reveal: [-3.3, 37.3] }, camera, origin, size);
  expect(far.centre).toEqual([-3.3, 37.3]);
});

test("no button, key or address leads beyond what the view can show, and a press back works at once", () => {
  const start = { ...camera, zoom: 16 } as Parameters<typeof bounded>[0];
  const press = (by: number, times: number) => {
    let now = start;
    for (let i = 0; i < times; i += 1) {
      now = cameraFor({ camera: { ...now, zoom: now.zoom + by } }, now, origin, size);
    }
    return now.zoom;
  };
  expect([press(1, 30), press(-1, 30)]).toEqual([25, 11]);
  expect(bounded({ ...start, zoom: 3, pitch: 90 })).toMatchObject({ zoom: 11, pitch: 85 });
  expect(bounded({ ...start, zoom: 26 }).zoom).toBe(25);
  expect(bounded(start)).toBe(start);
  const near = cameraFor({ middle: [15, 42], leastZoom: 40 }, start, origin, size);
  expect(near.zoom).toBe(25);
});

test("from the farthest zoom, on a large screen, the ground in the middle is drawn", () => {
  // 1.5 heights of the screen; a pixel of the equator at zoom 11 has 40,075,016.686 m / 512 / 2^11 = 38.2185 m.
  const placed = placeCamera({ ...level, zoom: 11, pitch: 0 }, [0, 0], {
    width: 3840,
    height: 2160,
  });
  expect(placed.distance).toBeCloseTo(1.5 * 2160 * 38.218_514_14, 0);
  expect(placed.eye[2]).toBeCloseTo(placed.distance, 6);
});

const isNear = (is: readonly number[] | null, wanted: readonly number[], digits = 6) => {
  expect(is).toHaveLength(wanted.length);
  wanted.forEach((part, axis) => expect(is![axis]).toBeCloseTo(part, digits));
};

// MapLibre's camera is 1.5 heights of the screen away: the tangent of half its angle of view is a third. Its world has
// 512 pixels at zoom 0, so a pixel of the equator has 40,075,016.686 m / 512 / 2^16 = 1.1943286 m at zoom 16.
const pixel = 1.194_328_566_955_879;

test("the eye is one and a half heights of the screen away, as on the map", () => {
  expect(distanceOf({ zoom: 16 }, [0, 0], 800)).toBeCloseTo(1200 * pixel, 4);
  expect(distanceOf({ zoom: 17 }, [100, 0], 800)).toBeCloseTo(600 * pixel, 4);
  expect(distanceOf({ zoom: 16 }, [0, 60], 400)).toBeCloseTo(300 * pixel, 4);
  expect(zoomAtDistance(1200 * pixel, [0, 0], 800)).toBeCloseTo(16, 6);
  expect(zoomAtDistance(600 * pixel, [0, 0], 800)).toBeCloseTo(17, 6);
  expect(zoomAtDistance(300 * pixel, [0, 60], 400)).toBeCloseTo(16, 6);
});

const level = { centre: [0, 0] as const, zoom: 16, bearing: 0, pitch: 60 };
const far = 1200 * pixel;
const [half, most] = [0.5, 0.866_025_403_784];

test("a camera that looks up from straight down stands behind what it looks at", () => {
  const north = placeCamera(level, [0, 0], size);
  isNear(north.forward, [0, most, -half]);
  isNear(north.up, [0, half, most]);
  isNear(north.right, [1, 0, 0]);
  isNear(north.eye, [0, -far * most, far * half], 3);
  const east = placeCamera({ ...level, bearing: 90 }, [0, 0], size);
  isNear(east.forward, [most, 0, -half]);
  isNear(east.up, [half, 0, most]);
  isNear(east.right, [0, -1, 0]);
  isNear(east.eye, [-far * most, 0, far * half], 3);
});

test("the eye stands on the ground's height, and never under the ground", () => {
  const plain = placeCamera(level, [0, 0], { ...size, ground: () => 120 });
  isNear(plain.eye, [0, -far * most, 120 + far * half], 3);
  expect(plain.base).toBe(120);
  isNear(eyeAboveBase(plain), [0, -far * most, far * half], 3);
  // A hill where the eye would be: it stands on it, as a person does.
  const hill = (_x: number, y: number) => (y < -1000 ? 900 : 120);
  const risen = placeCamera(level, [0, 0], { ...size, ground: hill });
  isNear(risen.eye, [0, -far * most, 901.6], 3);
  expect(risen.base).toBe(120);
  const hillEast = (x: number) => (x > 1000 ? 900 : 0);
  const west = placeCamera({ ...level, bearing: -90 }, [0, 0], { ...size, ground: hillEast });
  expect(west.eye[2]).toBeCloseTo(901.6, 6);
  // Three metres from the middle, and 85 degrees up, it would be a quarter of a metre high.
  const low = placeCamera({ ...level, zoom: 25, pitch: 85 }, [0, 0], size);
  expect(low.eye[2]).toBeCloseTo(1.6, 9);
  const ground = (_x: number, y: number) => (y > -0.1 ? 50 : 40);
  expect(placeCamera(level, [0, 0], { ...size, ground }).base).toBe(50);
});

test("the rays of the corners open by a third of the height, and by the shape of the screen aside", () => {
  const down = placeCamera({ ...level, pitch: 0 }, [0, 0], size);
  isNear(rayOf(down, size, 0, 0), [-0.5, 1 / 3, -1]);
  isNear(rayOf(down, size, 1200, 800), [0.5, -1 / 3, -1]);
  isNear(rayOf(down, size, 600, 400), [0, 0, -1]);
  isNear(rayOf(down, { width: 800, height: 800 }, 800, 600), [1 / 3, -1 / 6, -1]);
});

test("a ray meets a plane at any height, in front of the eye only", () => {
  isNear(onPlane([1, 2, 100], [1, 2, -1], 40), [61, 122]);
  isNear(onPlane([1, 2, 100], [1, 2, -2]), [51, 102]);
  isNear(onPlane([0, 0, 10], [1, 0, 1], 30), [20, 0]);
  expect(onPlane([0, 0, 100], [1, 0, 1])).toBeNull();
  expect(onPlane([0, 0, 0], [1, 0, -1])).toBeNull();
  expect(onPlane([0, 0, 100], [1, 0, 0])).toBeNull();
  // Nearly level: further than the plane is one.
  expect(onPlane([0, 0, 100], [1, 0, -1e-3])).not.toBeNull();
  expect(onPlane([0, 0, 100], [1, 0, -9e-5])).toBeNull();
});

test("a point appears where the eye sees it: four pixels a metre from 300 m", () => {
  const down = {
    ...placeCamera({ ...level, pitch: 0 }, [0, 0], size),
    eye: [10, 20, 300] as const,
  };
  isNear(screenOf(down, size, [110, 70, 0]), [1000, 200]);
  isNear(screenOf(down, size, [10, -30, 150]), [600, 800]);
  expect(screenOf(down, size, [10, 20, 300])).toBeNull();
  expect(screenOf(down, size, [10, 20, 301])).toBeNull();
  // Back from any pixel, however the camera is turned.
  const placed = placeCamera({ ...level, bearing: 130, pitch: 75 }, origin, size);
  for (const [x, y] of [
    [30, 780],
    [700, 300],
    [1190, 410],
  ] as const) {
    const ray = rayOf(placed, size, x, y);
    const point = placed.eye.map((part, axis) => part + 70 * ray[axis]!) as unknown as Point3;
    isNear(screenOf(placed, size, point), [x, y], 3);
  }
});
