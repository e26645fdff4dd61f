// @vitest-environment happy-dom
// Panels that resize the 3D view leave the plant where it is on the screen.
import { afterEach, beforeEach, expect, test } from "vitest";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { Camera } from "../../state/map/view.ts";
import { coverMap } from "../../state/map/cover.ts";
import { keepRoom, type Room } from "./keep-room.ts";
import { placeCamera, screenOf } from "./twin-camera.ts";

const origin = [-3.4, 37.2] as const;
const { toLonLat } = planeAt(origin);
const wide: Room = { left: 44, top: 60, width: 1200, height: 800 };
/** A panel of 340 pixels on the left. */
const narrow: Room = { left: 384, top: 60, width: 860, height: 800 };

let room = wide;
let camera: Camera;
let place: readonly [number, number] | null;
let kept: ReturnType<typeof keepRoom>;
const canvas = document.createElement("canvas");
canvas.getBoundingClientRect = () =>
  ({ ...room, right: room.left + room.width, bottom: room.top + room.height }) as DOMRect;
beforeEach(() => {
  room = wide;
  place = null;
  camera = { centre: toLonLat(0, 0), zoom: 17, bearing: 0, pitch: 0 };
  kept = keepRoom({
    canvas,
    origin,
    size: () => room,
    camera: () => camera,
    show: (next) => (camera = next),
    selected: () => place,
  });
  kept.resized();
});
afterEach(() => {
  kept.stop();
  document.body.replaceChildren();
});

const resize = (to: Room) => {
  room = to;
  kept.resized();
};
const press = () => window.dispatchEvent(new Event("pointerdown"));
/** Pixels of the window. */
const seenAt = (x: number, y: number) => {
  const [left = 0, top = 0] = screenOf(placeCamera(camera, origin, room), room, [x, y, 0])!;
  return [room.left + left, room.top + top];
};

test("what the pointer has been on stays there when a panel opens and closes", () => {
  press();
  const before = seenAt(80, -60);
  resize(narrow);
  for (const [axis, part] of seenAt(80, -60).entries()) expect(part).toBeCloseTo(before[axis]!, 3);
  resize(wide);
  for (const [axis, part] of seenAt(80, -60).entries()) expect(part).toBeCloseTo(before[axis]!, 3);
});

test("in a tilted view the place in the middle stays", () => {
  camera = { ...camera, pitch: 55, bearing: 20 };
  press();
  const before = seenAt(0, 0);
  resize(narrow);
  for (const [axis, part] of seenAt(0, 0).entries()) expect(part).toBeCloseTo(before[axis]!, 1);
});

test("a panel over the selected component brings it into the part that is left", () => {
  press();
  place = toLonLat(-250, 0);
  expect(seenAt(-250, 0)[0]).toBeLessThan(384);
  expect(seenAt(-250, 0)[0]).toBeGreaterThan(44);
  resize(narrow);
  expect(seenAt(-250, 0)[0]).toBeCloseTo(384 + 430, 0);
});

test("another size of the window, a picture, and a view that has not been used are no panel", () => {
  const before = camera;
  resize(narrow);
  press();
  resize(wide);
  camera = before;
  canvas.style.width = "2000px";
  resize({ ...wide, width: 2000 });
  canvas.style.width = "";
  Object.assign(window, { innerWidth: window.innerWidth - 300 });
  resize(narrow);
  expect(camera).toBe(before);
});

test("bounds stay fitted while panels and a legend come, until the view is used", () => {
  const bounds = [...toLonLat(-400, -200), ...toLonLat(400, 200)] as [
    number,
    number,
    number,
    number,
  ];
  kept.went({ bounds });
  const legend = document.body.appendChild(document.createElement("div"));
  legend.getBoundingClientRect = () => new DOMRect(844, 60, 400, 800);
  const end = coverMap(legend);
  resize({ ...wide });
  expect(seenAt(400, 0)[0]).toBeLessThan(844);
  expect(seenAt(-400, 0)[0]).toBeGreaterThan(44);
  press();
  const before = camera;
  end?.();
  expect(camera).toBe(before);
});

test("a revealed component is found beside the card that its click opens", () => {
  press();
  const at = toLonLat(300, 0);
  kept.went({ reveal: at });
  const card = document.body.appendChild(document.createElement("div"));
  card.getBoundingClientRect = () => new DOMRect(744, 60, 500, 800);
  const end = coverMap(card);
  kept.resized();
  expect(seenAt(300, 0)[0]).toBeLessThan(744);
  kept.moved();
  const moved = camera;
  end?.();
  expect(camera).toBe(moved);
});
