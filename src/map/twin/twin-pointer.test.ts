// @vitest-environment happy-dom
// What the tooltip of the 3D view follows: the pointer, and what passes below a resting one.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchPointer, type PointerHandlers } from "./twin-pointer.ts";

let frames: FrameRequestCallback[] = [];
const nextFrame = () => {
  const due = frames;
  frames = [];
  for (const run of due) run(0);
};

let canvas: HTMLElement;
let watch: ReturnType<typeof watchPointer>;
const handlers = Object.fromEntries(
  ["move", "rest", "hover", "leave", "click", "drags", "key", "drag", "drop", "cancel"].map(
    (name) => [name, vi.fn()],
  ),
) as unknown as { [Name in keyof PointerHandlers]: ReturnType<typeof vi.fn> };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  frames = [];
  let id = 0;
  const ids = new Map<number, FrameRequestCallback>();
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => {
    id += 1;
    ids.set(id, run);
    frames.push(run);
    return id;
  });
  vi.stubGlobal("cancelAnimationFrame", (of: number) => {
    frames = frames.filter((run) => run !== ids.get(of));
  });
  for (const handler of Object.values(handlers)) handler.mockReset();
  canvas = document.body.appendChild(document.createElement("div"));
  canvas.setPointerCapture = () => {};
  // As the view does: each move changes the picture.
  handlers.move.mockImplementation(() => watch.look());
  watch = watchPointer(canvas, handlers as never);
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

type At = { x?: number; y?: number; type?: string; button?: number };
const pointer = (name: string, { x = 40, y = 30, type = "mouse", button = 0 }: At = {}) =>
  canvas.dispatchEvent(
    new PointerEvent(name, { clientX: x, clientY: y, pointerType: type, pointerId: 1, button }),
  );
const wheel = () =>
  canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, cancelable: true }));
const hovered = () => handlers.hover.mock.calls.map(([{ at }]) => at as number[]);

test("a pointer that rests while the wheel turns asks again what lies below it, once per frame", () => {
  pointer("pointermove");
  nextFrame();
  wheel();
  wheel();
  nextFrame();
  expect(hovered()).toEqual([
    [40, 30],
    [40, 30],
  ]);
});

test("so it does while the keys or a flight move the view", () => {
  pointer("pointermove", { x: 7, y: 8 });
  nextFrame();
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", cancelable: true }));
  nextFrame();
  watch.look();
  nextFrame();
  expect(hovered()).toEqual([
    [7, 8],
    [7, 8],
    [7, 8],
  ]);
});

test("what is dragged stays under the pointer: nothing is asked until it moves alone again", () => {
  pointer("pointermove");
  nextFrame();
  pointer("pointerdown");
  pointer("pointermove", { x: 90 });
  nextFrame();
  expect(handlers.leave).toHaveBeenCalledOnce();
  pointer("pointerup", { x: 90 });
  watch.look();
  nextFrame();
  expect(hovered()).toHaveLength(1);
  pointer("pointermove", { x: 91 });
  nextFrame();
  expect(hovered().at(-1)).toEqual([91, 30]);
});

test("a pointer that has left, and a finger, ask nothing", () => {
  pointer("pointermove");
  pointer("pointerleave");
  watch.look();
  nextFrame();
  pointer("pointermove", { type: "touch" });
  wheel();
  nextFrame();
  expect(hovered()).toEqual([]);
  expect(handlers.leave).toHaveBeenCalledOnce();
});
