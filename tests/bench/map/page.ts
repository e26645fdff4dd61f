// The measured page: `?design=ours&count=1000000` draws one design and leaves its numbers in `window.result`.
import type { Design, Work } from "./design.ts";
import { HEIGHT, makeField, panView, WIDTH, type Field, type View } from "./field.ts";
import { geoJsonLayer } from "./geojson-layer.ts";
import { mapLibreFill } from "./maplibre-fill.ts";
import { leaveMotion, rendererName, type MotionResult } from "../motion.ts";
import { moveMap } from "./motion.ts";
import { ours } from "./ours.ts";

export type FrameCost = { ms: number; work: Work | null };
export type Result = {
  design: string;
  count: number;
  renderer: string;
  firstMs: number;
  /** From the first frame until every level can be drawn. */
  settleMs: number;
  switchMainMs: number;
  switchTotalMs: number;
  switchBackMs: number;
  switchWork: Work | null;
  frames: Record<"whole" | "tables" | "modules", FrameCost>;
  pickMs: number;
  pickHits: number;
  tipMs: number | null;
  /** Share of the points that have a tooltip. */
  tipHits: number | null;
  lassoMs: number | null;
  lassoCount: number | null;
  heapMb: number | null;
};

declare global {
  interface Window {
    result?: Result | { error: string };
    /** Draws one more frame of a view and leaves it, for screenshots. */
    show?: (zoom: "whole" | "tables" | "modules") => Promise<void>;
  }
}

const designs: Record<string, (field: Field, view: View) => Promise<Design>> = {
  ours,
  geojson: geoJsonLayer,
  maplibre: mapLibreFill,
};

async function measure(name: string, count: number): Promise<Result> {
  const field = makeField(count);
  const start = panView(field, field.zooms.whole, 0);
  const design = await designs[name]!(field, start);
  window.show = (zoom) => design.frame(panView(field, field.zooms[zoom], 0.2));

  const firstMs = await timed(async () => {
    await design.first(start);
    // A program still being linked leaves the frame empty: what counts is the frame with components.
    while (design.work()?.drawCalls === 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await design.frame(start);
    }
  });
  const settleMs = await timed(async () => design.settle?.());
  const frames = {
    whole: await frameCost(design, field, field.zooms.whole),
    tables: await frameCost(design, field, field.zooms.tables),
    modules: await frameCost(design, field, field.zooms.modules),
  };
  await design.frame(start);
  design.work();
  let switchMainMs = 0;
  const switchTotalMs = await timed(async () => {
    switchMainMs = await design.switchTo(1);
  });
  const switchWork = design.work();
  const switchBackMs = await timed(async () => void (await design.switchTo(0)));

  await design.frame(panView(field, field.zooms.tables, 0));
  const pick = pickCost(design);
  const tip = tipCost(design);
  const lasso = await lassoCost(design, field, count);
  return {
    design: name,
    count,
    renderer: rendererName(),
    firstMs,
    settleMs,
    switchMainMs,
    switchTotalMs,
    switchBackMs,
    switchWork,
    frames,
    ...pick,
    ...tip,
    ...lasso,
    heapMb: heapMb(),
  };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** Median of a slow pan; the first frame at a new zoom is not counted. */
async function frameCost(design: Design, field: Field, zoom: number): Promise<FrameCost> {
  await design.frame(panView(field, zoom, 0));
  design.work();
  const times: number[] = [];
  const until = performance.now() + 8000;
  for (let step = 1; step <= 9 && (step <= 3 || performance.now() < until); step += 1) {
    times.push(await timed(() => design.frame(panView(field, zoom, step * 0.15))));
  }
  const work = design.work();
  const per = (total: number) => Math.round(total / times.length);
  return {
    ms: times.toSorted((a, b) => a - b)[times.length >> 1]!,
    work: work && {
      drawCalls: per(work.drawCalls),
      vertices: per(work.vertices),
      bytesUploaded: per(work.bytesUploaded),
    },
  };
}

function pickCost(design: Design): { pickMs: number; pickHits: number } {
  const start = performance.now();
  let picks = 0;
  let pickHits = 0;
  while (picks < 400 && performance.now() - start < 4000) {
    picks += 1;
    const x = 100 + ((picks * 397) % (WIDTH - 200));
    pickHits += Math.min(1, design.pick(x, 100 + ((picks * 211) % (HEIGHT - 200))));
  }
  return { pickMs: (performance.now() - start) / picks, pickHits: pickHits / picks };
}

/** A pointer over the tables, where trackers stand for their modules; the first tooltip is counted too. */
function tipCost(design: Design): { tipMs: number | null; tipHits: number | null } {
  if (!design.tip) return { tipMs: null, tipHits: null };
  const start = performance.now();
  let moves = 0;
  let hits = 0;
  while (moves < 100 && performance.now() - start < 4000) {
    moves += 1;
    const x = 100 + ((moves * 397) % (WIDTH - 200));
    if (design.tip(x, 100 + ((moves * 211) % (HEIGHT - 200)))) hits += 1;
  }
  return { tipMs: (performance.now() - start) / moves, tipHits: hits / moves };
}

/** A ring of 80 points around about 20,000 components, seen in one screen. */
async function lassoCost(design: Design, field: Field, count: number) {
  const perSquareMetre = 56 / (34 * 7.5);
  const radius = Math.sqrt(Math.min(20_000, count / 2) / perSquareMetre / Math.PI);
  const metresPerPixel = radius / 380;
  const zoom = field.zooms.tables + Math.log2(scaleAtTables(field) / metresPerPixel);
  await design.frame(panView(field, zoom, 0));
  const ring = Array.from({ length: 80 }, (_, i): [number, number] => [
    WIDTH / 2 + 380 * Math.cos((i / 80) * 2 * Math.PI),
    HEIGHT / 2 + 380 * Math.sin((i / 80) * 2 * Math.PI),
  ]);
  const start = performance.now();
  const lassoCount = design.lasso(ring);
  return { lassoMs: lassoCount === null ? null : performance.now() - start, lassoCount };
}

function scaleAtTables({ zooms }: Field): number {
  const equator = 2 * Math.PI * 6378137;
  return (equator * Math.cos((23.2 * Math.PI) / 180)) / (512 * 2 ** zooms.tables);
}

function heapMb(): number | null {
  const { memory } = performance as unknown as { memory?: { usedJSHeapSize: number } };
  return memory ? memory.usedJSHeapSize / 2 ** 20 : null;
}

async function move(name: string, count: number): Promise<MotionResult> {
  const field = makeField(count);
  return moveMap(await designs[name]!(field, panView(field, field.zooms.whole, 0)), field);
}

const query = new URLSearchParams(location.search);
const asked = [query.get("design") ?? "ours", Number(query.get("count") ?? 100_000)] as const;
if (query.has("motion")) leaveMotion(move(...asked));
else {
  measure(...asked).then(
    (result) => (window.result = result),
    (error: Error) => (window.result = { error: `${error.message}\n${error.stack}` }),
  );
}
