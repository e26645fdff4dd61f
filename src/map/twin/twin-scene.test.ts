// @vitest-environment happy-dom
// What becomes of an error while the plant is drawn in 3D.
import { beforeEach, expect, test, vi } from "vitest";
import type { SolidScene } from "./solid/solid-scene.ts";
import { makeTwinScene } from "./twin-scene.ts";

const draw = vi.fn();
const reported = vi.fn();
let isContextLost = false;
vi.mock("./cesium-scene.ts", () => ({
  openScene: () => ({
    draw: () => draw(),
    scene: { primitives: { add() {} }, shadowMap: {}, isDestroyed: () => true },
  }),
}));
vi.mock("../canvas/graphics.ts", () => ({ isSmooth: () => false }));
let isMissing = false;
vi.mock("./solid/solid-primitive.ts", () => ({
  solidPrimitive: () => ({ pieces: new Map(), isMissing: () => isMissing }),
}));

let canvasNow: HTMLCanvasElement | null = null;
function sceneWith(onFault: (why: string) => void) {
  const canvas = document.createElement("canvas");
  canvasNow = canvas;
  for (const side of ["clientWidth", "clientHeight"])
    Object.defineProperty(canvas, side, { value: 9 });
  canvas.getContext = (() => ({ isContextLost: () => isContextLost })) as never;
  const now = { inks: { horizon: [0, 0, 0, 1] }, sun: [0, 0, 1], shadows: false };
  return makeTwinScene(canvas, [10, 20], () => now as never as SolidScene, {} as never, onFault);
}

beforeEach(() => {
  draw.mockReset();
  vi.stubGlobal("reportError", reported.mockReset());
  isContextLost = false;
});

test("an error is reported, is no loss of the graphics context, and is not repeated with each frame", () => {
  const cause = new RangeError("Invalid typed array length");
  draw.mockImplementation(() => {
    throw cause;
  });
  const onFault = vi.fn();
  const scene = sceneWith(onFault);
  scene.draw();
  scene.draw();
  expect(reported.mock.calls).toEqual([[cause]]);
  expect(onFault.mock.calls).toEqual([["failed"]]);
});

test("a lost context is healed without a report", () => {
  isContextLost = true;
  draw.mockImplementation(() => {
    throw new Error("null");
  });
  const onFault = vi.fn();
  sceneWith(onFault).draw();
  expect(reported).not.toHaveBeenCalled();
  expect(onFault.mock.calls).toEqual([["lost"]]);
});

test("what can be drawn reports nothing", () => {
  const onFault = vi.fn();
  sceneWith(onFault).draw();
  expect(onFault).not.toHaveBeenCalled();
});

test("who draws learns whether pieces are still to come, and so does who cannot see it", () => {
  const scene = sceneWith(vi.fn());
  const busy = [true, false].map((next) => {
    isMissing = next;
    return [scene.draw(), canvasNow?.ariaBusy];
  });
  expect(busy).toEqual([
    [true, "true"],
    [false, "false"],
  ]);
});
