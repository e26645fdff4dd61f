import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { checkGltf } from "./gltf.ts";

function faults(change: Record<string, unknown>): string[] {
  const found: string[] = [];
  const json = { asset: { version: "2.0" }, ...change };
  checkGltf(json, null, { refuse: (reason) => void found.push(reason) });
  return [...new Set(found)];
}
const nodes = (count: number) => ({ nodes: Array.from({ length: count }, () => ({})) });

test("as many nodes as a browser can hold are taken, one more is not", () => {
  expect(faults(nodes(limits.modelNodes))).toEqual([]);
  expect(faults(nodes(limits.modelNodes + 1))).toEqual(["model_nodes_most"]);
});

test("views, accessors and primitives have limits, and checking stops there", () => {
  const views = Array.from({ length: limits.modelViews + 1 }, () => ({}));
  expect(faults({ bufferViews: views })).toEqual(["model_views_most"]);
  expect(faults({ accessors: views })).toEqual(["model_views_most"]);
  const half = Array.from({ length: limits.modelPrimitives / 2 + 1 }, () => ({}));
  const meshes = [{ primitives: half }, { primitives: half }];
  expect(faults({ meshes })).toEqual(["model_primitives_most"]);
});
