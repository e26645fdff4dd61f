// @vitest-environment happy-dom
// The cursor over the map follows what the active tool has below the pointer.
import type { Map as MapLibreMap } from "maplibre-gl";
import { MousePointer2 } from "lucide-react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { activateTool } from "./tool-host.ts";
import { defineTool, type ToolCanvas } from "./tool.ts";

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

const canvas = {} as ToolCanvas;
/** A tool without acts. */
const plain = {
  id: "one",
  name: "tool:point",
  icon: MousePointer2,
  shortcut: "v",
  cursor: "default",
  dragsMap: true,
} as const;

function standing() {
  const element = document.createElement("div");
  const listeners = new Map<string, (event: unknown) => void>();
  const handler = { disable: () => undefined, enable: () => undefined };
  const map = {
    getCanvasContainer: () => element,
    getCanvas: () => element,
    dragPan: handler,
    boxZoom: handler,
    doubleClickZoom: handler,
    on: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    off: (name: string) => listeners.delete(name),
  } as unknown as MapLibreMap;
  const pointer = (x: number) => ({ point: { x, y: 0 }, originalEvent: new MouseEvent("move") });
  const moveTo = (x: number) => {
    listeners.get("mousemove")!(pointer(x));
    for (const run of frames.splice(0)) run(0);
  };
  const emit = (name: string, event: object = {}) => {
    listeners.get(name)!(event);
    for (const run of frames.splice(0)) run(0);
  };
  return { element, map, moveTo, emit };
}

it("presses the middle for the Enter key, and says so to the tool", () => {
  const { element, map } = standing();
  const pressed: unknown[] = [];
  const stop = activateTool(
    map,
    defineTool({
      ...plain,
      click: (pointer) => pressed.push(pointer),
    }),
    canvas,
  );
  element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  expect(pressed).toMatchObject([{ at: [0, 0], touch: false, keyboard: true }]);
  stop();
});

it("shows the cursor of what can be pressed, and the tool's own beside it", () => {
  const { element, map, moveTo, emit } = standing();
  let at = 0;
  const tool = defineTool({
    ...plain,
    move: ({ at: [x] }) => (at = x),
    cursorAt: () => (at > 10 ? "pointer" : null),
  });
  const stop = activateTool(map, tool, canvas);
  expect(element.style.cursor).toBe("default");
  moveTo(20);
  expect(element.style.cursor).toBe("pointer");
  moveTo(5);
  expect(element.style.cursor).toBe("default");
  moveTo(20);
  emit("mouseout");
  expect(element.style.cursor).toBe("default");
  moveTo(20);
  stop();
  expect(element.style.cursor).toBe("");
});

it("goes on with what comes below a resting pointer while the wheel zooms or the map flies, not while it is dragged", () => {
  const { map, moveTo, emit } = standing();
  const [looks, ends]: [number[], string[]] = [[], []];
  const tool = defineTool({
    ...plain,
    move: ({ at: [x] }) => looks.push(x),
    leave: () => ends.push("left"),
  });
  const stop = activateTool(map, tool, canvas);
  emit("move");
  expect(looks).toEqual([]);
  moveTo(20);
  emit("movestart", { originalEvent: new WheelEvent("wheel") });
  emit("move");
  emit("movestart");
  emit("move");
  expect([looks, ends]).toEqual([[20, 20, 20], []]);
  emit("movestart", { originalEvent: new MouseEvent("mousedown") });
  emit("move");
  emit("mouseout");
  emit("move");
  expect([looks, ends]).toEqual([
    [20, 20, 20],
    ["left", "left"],
  ]);
  stop();
});
