// How smoothly a view moves: frames are asked for one after the other, as the screen can show them, and those that come
// late are counted.

import { watchTasks, type LongTasks } from "./long-task.ts";
import type { Work } from "./map/design.ts";

/** What is done with a view: it is moved aside at three zooms, and zoomed through all of them. */
export const moves = ["whole", "tables", "modules", "zoom"] as const;
export type Move = (typeof moves)[number];

export type Motion = {
  readonly frames: number;
  /** Frames that missed the moment at which the screen could have shown them. */
  readonly late: number;
  /** Milliseconds: the longest time between two frames, and what drawing takes. */
  readonly worst_ms: number;
  readonly median_ms: number;
  /** One frame of a hundred takes longer. */
  readonly slow_ms: number;
  /** Of one frame; null where it cannot be counted. */
  readonly work: Work | null;
  readonly tasks: LongTasks;
};
export type MotionResult = {
  readonly renderer: string;
  /** Milliseconds between two frames while nothing is drawn. */
  readonly interval_ms: number;
  readonly moves: Readonly<Record<Move, Motion>>;
};

declare global {
  interface Window {
    motion?: MotionResult | { readonly error: string };
  }
}

/** Milliseconds of each move. */
const LASTS_MS = 3000;
/** A frame is late when it takes so many intervals. */
const LATE = 1.5;
/** The first frames of a move are not counted: shaders are compiled and buffers filled then. */
const WARM_FRAMES = 2;
/** Radians of the circle on which the view moves, per second; and of the way through the zooms and back. */
const PACE = 1.2;
const ZOOM_PACE = 1.6;

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** The value below which this share of all lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

async function idleInterval(): Promise<number> {
  const gaps: number[] = [];
  let last = await nextFrame();
  for (let frame = 0; frame < 30; frame += 1) {
    const now = await nextFrame();
    gaps.push(now - last);
    last = now;
  }
  return quantile(gaps, 0.5);
}

async function moved(
  draw: (seconds: number) => void | Promise<void>,
  interval_ms: number,
  countWork: () => Work | null,
): Promise<Motion> {
  countWork();
  const tasksSince = watchTasks();
  const gaps: number[] = [];
  const costs: number[] = [];
  const begun = performance.now();
  let last: number | null = null;
  while (performance.now() - begun < LASTS_MS) {
    const now = await nextFrame();
    if (last !== null) gaps.push(now - last);
    last = now;
    const start = performance.now();
    await draw((start - begun) / 1000);
    costs.push(performance.now() - start);
  }
  const work = perFrame(countWork(), costs.length);
  const [between, drawn] = [gaps.slice(WARM_FRAMES), costs.slice(WARM_FRAMES)];
  return {
    frames: between.length,
    late: between.filter((gap) => gap > LATE * interval_ms).length,
    worst_ms: Math.max(...between),
    median_ms: quantile(drawn, 0.5),
    slow_ms: quantile(drawn, 0.99),
    work,
    tasks: await tasksSince(),
  };
}

function perFrame(work: Work | null, frames: number): Work | null {
  if (!work) return null;
  const per = (total: number) => Math.round(total / frames);
  return {
    drawCalls: per(work.drawCalls),
    vertices: per(work.vertices),
    bytesUploaded: per(work.bytesUploaded),
  };
}

type Zooms = Readonly<Record<Exclude<Move, "zoom">, number>>;

/**
 * Moves a view in all ways.
 * @param draw draws one frame at a zoom and a place on the circle, in radians, and waits for its pixels
 * @param settle waits until all that a zoom shows can be drawn
 * @param countWork what was drawn since the last call
 */
export async function measureMotion(
  zooms: Zooms,
  draw: (zoom: number, angle: number) => void | Promise<void>,
  settle: (zoom: number) => Promise<void>,
  countWork: () => Work | null,
): Promise<MotionResult> {
  const interval_ms = await idleInterval();
  const results: Partial<Record<Move, Motion>> = {};
  for (const [move, zoom] of Object.entries(zooms) as [Exclude<Move, "zoom">, number][]) {
    await settle(zoom);
    results[move] = await moved((seconds) => draw(zoom, PACE * seconds), interval_ms, countWork);
  }
  const [far, near] = [zooms.whole, zooms.modules];
  const zoomAt = (seconds: number) =>
    far + (near - far) * (0.5 - 0.5 * Math.cos(ZOOM_PACE * seconds));
  await settle(far);
  results.zoom = await moved((seconds) => draw(zoomAt(seconds), 0), interval_ms, countWork);
  const { whole, tables, modules, zoom } = results as Record<Move, Motion>;
  return { renderer: rendererName(), interval_ms, moves: { whole, tables, modules, zoom } };
}

export function rendererName(): string {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  return gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "unknown";
}

/** Leaves the result, or what went wrong, where the bench reads it. */
export function leaveMotion(result: Promise<MotionResult>): void {
  result.then(
    (motion) => (window.motion = motion),
    (error: Error) => (window.motion = { error: `${error.message}\n${error.stack}` }),
  );
}
