// The measured page: `?design=ours&count=1000000` draws one design and leaves its numbers in `window.spaceResult`.
import { waitForPixels } from "../map/design.ts";
import { HEIGHT, makeField, WIDTH, type Field } from "../map/field.ts";
import { bufferPolygons, plainPrimitive } from "./baselines.ts";
import { watchTasks, type LongTasks } from "../long-task.ts";
import { leaveMotion, type MotionResult } from "../motion.ts";
import { spaceCamera, type SpaceDesign } from "./design.ts";
import { moveSpace } from "./motion.ts";
import { ours } from "./ours.ts";

const zooms = ["whole", "tables", "modules"] as const;
export type SpaceResult = {
  /** Milliseconds. */
  readonly firstMs: number;
  /** Until nothing in the first view is left to be built. */
  readonly settledMs: number;
  readonly frames: Readonly<Record<(typeof zooms)[number], number>>;
  readonly recolourMs: number;
  /** From opening until nothing in the first view is left to come, without waiting for its pixels. */
  readonly openTasks: LongTasks;
  readonly heapMb: number;
  /** MB of the heap after each of ten openings and closings, if asked for. */
  readonly openings: readonly number[];
};

declare global {
  interface Window {
    spaceResult?: SpaceResult | { error: string };
    gc?: () => void;
  }
}

const designs: Record<string, (field: Field, canvas: HTMLCanvasElement) => SpaceDesign> = {
  ours,
  primitive: plainPrimitive,
  polygons: bufferPolygons,
};

const pixels = (canvas: HTMLCanvasElement) => waitForPixels(canvas.getContext("webgl2")!);

function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { width: `${WIDTH}px`, height: `${HEIGHT}px` });
  document.body.replaceChildren(canvas);
  return canvas;
}

async function measure(name: string, count: number, isOpened: boolean): Promise<SpaceResult> {
  const field = makeField(count);
  let canvas = newCanvas();
  const first = spaceCamera(field, field.zooms.whole, 0);
  const begun = performance.now();
  const design = designs[name]!(field, canvas);
  let isMissing = design.frame(first);
  // Pieces come from a worker.
  while (!design.isColoured()) {
    await pause();
    isMissing = design.frame(first);
  }
  pixels(canvas);
  const firstMs = performance.now() - begun;
  // The shaders are compiled beside the first frames.
  for (let at = 0; at < MOST_TRIES && (isMissing || at < 5); at += 1) {
    await pause();
    isMissing = design.frame(first);
  }
  pixels(canvas);
  const settledMs = performance.now() - begun;
  const frameCost = async (zoom: number) => {
    const at = (step: number) => spaceCamera(field, zoom, step * 0.05);
    await settle(design, at(0));
    pixels(canvas);
    const times: number[] = [];
    for (let step = 1; step <= 9; step += 1) {
      const start = performance.now();
      design.frame(at(step));
      pixels(canvas);
      times.push(performance.now() - start);
    }
    return times.toSorted((a, b) => a - b)[4]!;
  };
  const frames = {
    whole: await frameCost(field.zooms.whole),
    tables: await frameCost(field.zooms.tables),
    modules: await frameCost(field.zooms.modules),
  };
  design.frame(first);
  pixels(canvas);
  const start = performance.now();
  design.recolour(1);
  design.frame(first);
  pixels(canvas);
  const recolourMs = performance.now() - start;
  const heapMb = heap();
  const openings: number[] = [];
  design.close();
  const openTasks = await opened(name, field);
  for (let opening = 0; isOpened && opening < 10; opening += 1) {
    canvas = newCanvas();
    const again = designs[name]!(field, canvas);
    await settle(again, first);
    pixels(canvas);
    again.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    openings.push(heap());
  }
  return { firstMs, settledMs, frames, recolourMs, heapMb, openTasks, openings };
}

/** Frames after which a view that is not complete is measured all the same. */
const MOST_TRIES = 2000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Draws until nothing in view is missing. */
async function settle(design: SpaceDesign, camera: ReturnType<typeof spaceCamera>): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && design.frame(camera); tries += 1) await pause();
}

/** The tasks of opening a view again over tables, where pieces of three levels are drawn. */
async function opened(name: string, field: Field): Promise<LongTasks> {
  const canvas = newCanvas();
  const camera = spaceCamera(field, field.zooms.tables, 0);
  await pause();
  const tasksSince = watchTasks();
  await pause();
  const again = designs[name]!(field, canvas);
  await pause();
  await settle(again, camera);
  const tasks = await tasksSince();
  again.close();
  return tasks;
}

function heap(): number {
  window.gc?.();
  const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
  return memory.usedJSHeapSize / 2 ** 20;
}

function move(name: string, count: number): Promise<MotionResult> {
  const field = makeField(count);
  const canvas = newCanvas();
  const design = designs[name]!(field, canvas);
  return moveSpace(design, field, canvas.getContext("webgl2")!);
}

const query = new URLSearchParams(location.search);
const asked = [query.get("design") ?? "ours", Number(query.get("count") ?? 100_000)] as const;
if (query.has("motion")) leaveMotion(move(...asked));
else {
  measure(...asked, query.has("openings")).then(
    (result) => (window.spaceResult = result),
    (error: Error) => (window.spaceResult = { error: `${error.message}\n${error.stack}` }),
  );
}
