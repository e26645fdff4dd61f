// Our design: component meshes with culling and level of detail, picked on the CPU.
import type { Layer } from "@deck.gl/core";
import { aggregateColumn } from "../../../src/domain/column/aggregate.ts";
import { partsOf } from "../../../src/domain/column/parts.ts";
import type { ColumnValues } from "../../../src/domain/column/column.ts";
import type { ComponentType } from "../../../src/domain/component/component.ts";
import { containerRows } from "../../../src/domain/component/container.ts";
import {
  buildComponentMesh,
  type ComponentMesh,
} from "../../../src/domain/component/component-mesh.ts";
import { NO_ROW, type Geometry } from "../../../src/domain/component/component-index.ts";
import { keyFigureById } from "../../../src/domain/key-figure/key-figure.ts";
import { ComponentMeshLayer } from "../../../src/map/component-mesh/component-mesh-layer.ts";
import type { Colouring } from "../../../src/map/component/colouring.ts";
import { warmPrograms } from "../../../src/map/component-mesh/component-mesh-model.ts";
import { detailRanges, levelAt } from "../../../src/map/component/level-of-detail.ts";
import { minPixels } from "../../../src/map/canvas/graphics.ts";
import { pickPoint, pickRing } from "../../../src/map/component/picking.ts";
import type { MeshAnswer, MeshRequest } from "../../../workers/browser/mesh.ts";
import {
  metresPerPixel,
  screenToPlane,
  type PlaneViewport,
} from "../../../src/map/component/projection.ts";
import { moduleField } from "../../fixtures/module-field.ts";
import { deckPage } from "./deck-page.ts";
import type { Design } from "./design.ts";
import { benchRamp, DOMAIN, LIMITS, ORIGIN, type Field, type View } from "./field.ts";

export async function ours(field: Field, view: View): Promise<Design> {
  const page = await deckPage(view);
  const colouring: Colouring = {
    by: "ramp",
    ramp: benchRamp(),
    domain: DOMAIN,
    limits: [0, 0, 0, 0],
  };
  // The product's worker runs from the start of the page, whatever plant is opened.
  const worker = new Worker(new URL("../../../workers/browser/mesh.ts", import.meta.url), {
    type: "module",
  });
  await meshInWorker(worker, moduleField(1).modules);
  const levels = new Map<ComponentType, Geometry>([
    ["module", field.modules],
    ["tracker", field.trackers],
  ]);
  const keyFigure = keyFigureById(50)!;
  let meshes: ComponentMesh[] = [];
  let column = field.columns[0]!;
  let current = view;
  const means = new Map<ColumnValues, ColumnValues>();
  const parentValues = (values: ColumnValues, parent: Uint32Array, count: number) => {
    const known = means.get(values);
    if (known) return known;
    const made = aggregateColumn(values, parent, count, {
      aggregate: "worst",
      direction: "higher_is_worse",
      limit: 0,
    });
    means.set(values, made);
    return made;
  };
  const layers = (): Layer[] => {
    const ranges = detailRanges(
      meshes.map((mesh) => mesh.size),
      minPixels(page.device),
    );
    const trackers = parentValues(column, field.modules.parent, field.trackers.count);
    const groups = parentValues(trackers, field.trackers.parent, field.groups.count);
    const values = [column, trackers, groups];
    return meshes.map(
      (mesh, level) =>
        new ComponentMeshLayer({
          id: mesh.type,
          mesh,
          origin: ORIGIN,
          values: values[level]!,
          colouring,
          detail: ranges[level]!,
        }),
    );
  };
  const plane = (x: number, y: number) =>
    screenToPlane(page.deck.getViewports()[0] as unknown as PlaneViewport, ORIGIN, x, y);

  return {
    async first(at) {
      current = at;
      // As in the product: meshes come from the worker one by one, smallest level first, and a view is
      // whole as soon as the level it shows is here.
      const parents = [field.trackers, field.groups].map((level) => meshInWorker(worker, level));
      warmPrograms(page.device, ["plain"]);
      meshes = [emptyMesh(field), ...(await Promise.all(parents))];
      const ranges = detailRanges(
        meshes.map((mesh) => mesh.size),
        minPixels(page.device),
      );
      // A small plant shows its modules at once.
      const own = levelAt(ranges, metresPerPixel(at.zoom, ORIGIN)) === 0;
      if (own) meshes = [await meshInWorker(worker, field.modules), ...meshes.slice(1)];
      page.apply(layers());
      page.draw(at);
    },
    async settle() {
      if (meshes[0]!.count > 0) return;
      meshes = [await meshInWorker(worker, field.modules), ...meshes.slice(1)];
      page.apply(layers());
    },
    async switchTo(index) {
      column = field.columns[index]!;
      const start = performance.now();
      page.apply(layers());
      const main = performance.now() - start;
      page.draw(current);
      return main;
    },
    async frame(at) {
      current = at;
      page.draw(at);
    },
    pick(x, y) {
      const row = pickPoint({ geometry: field.modules, mesh: meshes[0]! }, ...plane(x, y));
      return row === NO_ROW ? 0 : 1;
    },
    tip(x, y) {
      const row = pickPoint({ geometry: field.trackers, mesh: meshes[1]! }, ...plane(x, y));
      if (row === NO_ROW) return null;
      const containers = containerRows(levels, "module", "tracker");
      const { severities, worst } = partsOf(column, containers, row, { keyFigure, limits: LIMITS });
      return { past: severities[3], worst };
    },
    lasso(ring) {
      const points = ring.flatMap(([x, y]) => plane(x, y));
      return pickRing({ geometry: field.modules, mesh: meshes[0]! }, points).length;
    },
    work: page.work,
  };
}

/** Stands for the modules while they are on their way: it knows their size, and draws nothing. */
function emptyMesh({ modules }: Field): ComponentMesh {
  const { length, width } = modules;
  const none = buildComponentMesh({ ...modules, count: 0 });
  return { ...none, size: Math.sqrt(length[0]! * width[0]!) };
}

/** As the product does it: the worker builds the vertices and hands them over. */
function meshInWorker(worker: Worker, geometry: Geometry): Promise<ComponentMesh> {
  const id = Math.random();
  return new Promise((resolve, reject) => {
    const answered = ({ data }: MessageEvent<MeshAnswer>) => {
      if (data.id !== id) return;
      worker.removeEventListener("message", answered);
      if ("mesh" in data) resolve(data.mesh);
      else reject(new Error(data.error));
    };
    worker.addEventListener("message", answered);
    worker.addEventListener("error", (event) => reject(new Error(event.message)));
    worker.postMessage({ id, geometry } satisfies MeshRequest);
  });
}
