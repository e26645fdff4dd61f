// The measured page: `?design=ours` or `?design=plain` draws 10,000 observations; its numbers are in `window.drawn`.
import { ScatterplotLayer } from "@deck.gl/layers";
import type { Layer } from "@deck.gl/core";
import { observations } from "../../../layers/observations.ts";
import { plainColours } from "../../../src/domain/colour/palette.ts";
import { rgbOf } from "../../../src/domain/colour/colour.ts";
import { planeAt } from "../../../src/domain/geometry/plane.ts";
import { clustersOf } from "../../../src/domain/observation/point-cluster.ts";
import { metresPerPixel } from "../../../src/map/component/projection.ts";
import type { MapPoint } from "../../../src/state/observation/map.ts";
import { deckPage } from "../map/deck-page.ts";
import type { Work } from "../map/design.ts";
import { makeField, ORIGIN, panView, type View } from "../map/field.ts";

const POINTS = 10_000;
/** As in the layer. */
const CELL_PIXELS = 26;

export type Drawn = {
  /** From the points to the pixels of the first frame. */
  readonly firstMs: number;
  /** The same once the programs are there: what a changed filter costs. */
  readonly againMs: number;
  /** Median of a slow pan. */
  readonly frames: Readonly<Record<Zoom, number>>;
  /** Of one frame near the modules. */
  readonly work: Work;
  readonly marks: number;
};
export type Zoom = "whole" | "tables" | "modules";

declare global {
  interface Window {
    drawn?: Drawn | { error: string };
  }
}

const categories = plainColours.map((colour, at) => ({
  id: String(at),
  label: `Class ${at}`,
  colour,
  sign: "ABCDEFGHI"[at] ?? "",
}));

async function measure(design: string): Promise<Drawn> {
  const field = makeField(10 * POINTS);
  const points = Array.from({ length: POINTS }, (_, at): MapPoint => {
    const [x, y] = [field.modules.centreX[at * 10]!, field.modules.centreY[at * 10]!];
    return { x, y, category: (at * 7) % categories.length, waits: at % 100 === 0 };
  });
  const start = panView(field, field.zooms.whole, 0);
  const page = await deckPage(start);
  let marks = 0;
  const plane = planeAt(ORIGIN);
  const ours = ({ zoom }: View): Layer[] => {
    const scale = 2 ** (Math.round(Math.log2(metresPerPixel(zoom, ORIGIN)) * 2) / 2);
    const clusters = clustersOf(points, scale * CELL_PIXELS);
    marks = clusters.length;
    return observations.build(
      { categories, clusters },
      { origin: ORIGIN, scheme: "light" } as never,
      1,
    );
  };
  const plain = (): Layer[] => {
    marks = points.length;
    return [
      new ScatterplotLayer<MapPoint>({
        id: "plain",
        // A new list, as a changed filter gives one.
        data: [...points],
        getPosition: ({ x, y }) => plane.toLonLat(x, y),
        getFillColor: ({ category }) => rgbOf(categories[category]!.colour),
        getLineColor: [255, 255, 255],
        stroked: true,
        radiusUnits: "pixels",
        getRadius: 8,
        lineWidthUnits: "pixels",
        getLineWidth: 2,
      }),
    ];
  };
  const layersAt = design === "ours" ? ours : plain;
  const build = (view: View) => {
    const began = performance.now();
    page.apply(layersAt(view));
    page.draw(view);
    return performance.now() - began;
  };
  const began = performance.now();
  build(start);
  // A program that is still being linked leaves the frame empty.
  while (page.work().drawCalls === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    page.draw(start);
  }
  const firstMs = performance.now() - began;
  const frames = { whole: 0, tables: 0, modules: 0 };
  let againMs = 0;
  for (const zoom of ["tables", "modules", "whole"] as const) {
    build(panView(field, field.zooms[zoom], 0));
    if (zoom === "whole") {
      againMs = middle(
        Array.from({ length: 9 }, () => build(panView(field, field.zooms.whole, 0))),
      );
    }
    frames[zoom] = middle(
      Array.from({ length: 9 }, (_, step) => {
        const at = performance.now();
        page.draw(panView(field, field.zooms[zoom], (step + 1) * 0.15));
        return performance.now() - at;
      }),
    );
  }
  build(panView(field, field.zooms.modules, 0));
  page.work();
  page.draw(panView(field, field.zooms.modules, 0.1));
  return { firstMs, againMs, frames, work: page.work(), marks };
}

const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

const design = new URL(location.href).searchParams.get("design") ?? "ours";
measure(design).then(
  (drawn) => (window.drawn = drawn),
  (error: unknown) =>
    (window.drawn = { error: String(error instanceof Error ? error.stack : error) }),
);
