// Our design: component meshes with culling and level of detail, picked on the CPU.
import type { Layer } from "@deck.gl/core";
import { aggregateColumn } from "../../../src/domain/aggregate.ts";
import type { ColumnValues } from "../../../src/domain/column.ts";
import type { ComponentMesh } from "../../../src/domain/component-mesh.ts";
import { NO_ROW, type Geometry } from "../../../src/domain/component-index.ts";
import { ComponentMeshLayer } from "../../../src/map/component-mesh-layer.ts";
import { detailRanges } from "../../../src/map/level-of-detail.ts";
import { pickPoint, pickRing } from "../../../src/map/picking.ts";
import type { MeshAnswer, MeshRequest } from "../../../workers/browser/mesh.ts";
import { screenToPlane, type PlaneViewport } from "../../../src/map/projection.ts";
import { moduleField } from "../../fixtures/module-field.ts";
import { deckPage } from "./deck-page.ts";
import type { Design } from "./design.ts";
import { benchRamp, DOMAIN, ORIGIN, type Field, type View } from "./field.ts";

export async function ours(field: Field, view: View): Promise<Design> {
  const page = await deckPage(view);
  const ramp = benchRamp();
  // The product's worker runs from the start of the page, whatever plant is opened.
  const worker = new Worker(new URL("../../../workers/browser/mesh.ts", import.meta.url), {
    type: "module",
  });
  await meshInWorker(worker, moduleField(1).modules);
  let meshes: ComponentMesh[] = [];
  let column = field.columns[0]!;
  let current = view;
  const means = new Map<ColumnValues, ColumnValues>();
  const parentValues = (values: ColumnValues) => {
    const known = means.get(values);
    if (known) return known;
    const made = aggregateColumn(values, field.modules.parent, field.trackers.count, {
      aggregate: "worst",
      direction: "higher_is_worse",
      limit: 0,
    });
    means.set(values, made);
    return made;
  };
  const layers = (): Layer[] => {
    const ranges = detailRanges(meshes.map((mesh) => mesh.size));
    const values = [column, parentValues(column)];
    return meshes.map(
      (mesh, level) =>
        new ComponentMeshLayer({
          id: mesh.type,
          mesh,
          origin: ORIGIN,
          values: values[level]!,
          ramp,
          domain: DOMAIN,
          detail: ranges[level]!,
        }),
    );
  };
  const plane = (x: number, y: number) =>
    screenToPlane(page.deck.getViewports()[0] as unknown as PlaneViewport, ORIGIN, x, y);

  return {
    async first(at) {
      current = at;
      meshes = await Promise.all(
        [field.modules, field.trackers].map((geometry) => meshInWorker(worker, geometry)),
      );
      page.apply(layers());
      page.draw(at);
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
    lasso(ring) {
      const points = ring.flatMap(([x, y]) => plane(x, y));
      return pickRing({ geometry: field.modules, mesh: meshes[0]! }, points).length;
    },
    work: page.work,
  };
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
