// What one glTF may make the browser hold: each node and each primitive is an object and a draw call there.
import { limits } from "../limits.ts";
import { listOf, objectOf, type JsonObject, type ModelCheck } from "./model-check.ts";

/** Reports lists that are longer than a browser can show; false then. Counts, and looks at nothing else. */
export function checkSizes(json: JsonObject, check: ModelCheck): boolean {
  const primitives = listOf(json["meshes"]).reduce(
    (sum: number, mesh) => sum + listOf(objectOf(mesh)?.["primitives"]).length,
    0,
  );
  const counts = [
    ["model_nodes_most", listOf(json["nodes"]).length, limits.modelNodes],
    ["model_views_most", listOf(json["bufferViews"]).length, limits.modelViews],
    ["model_views_most", listOf(json["accessors"]).length, limits.modelViews],
    ["model_primitives_most", primitives, limits.modelPrimitives],
  ] as const;
  const over = counts.filter(([, found, most]) => found > most);
  for (const [reason, found, most] of over) check.refuse(reason, { found, most });
  return over.length === 0;
}
