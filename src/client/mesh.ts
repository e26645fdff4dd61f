// Calls the worker that builds component meshes.
import type { Geometry } from "../domain/component/component-index.ts";
import type { ComponentMesh } from "../domain/component/component-mesh.ts";
import type { MeshAnswer, MeshRequest } from "../../workers/browser/mesh.ts";
import { workerCalls } from "./worker-answer.ts";

const worker = workerCalls<MeshRequest, MeshAnswer>(
  () =>
    new Worker(new URL("../../workers/browser/mesh.ts", import.meta.url), {
      type: "module",
      name: "mesh",
    }),
);

/** Builds a mesh off the main thread, in one worker for all meshes. Rejects where the geometry is broken. */
export async function buildMesh(geometry: Geometry): Promise<ComponentMesh> {
  const answer = await worker.ask((id) => ({ id, geometry }));
  if ("error" in answer) throw Object.assign(new Error(answer.error), { name: answer.name });
  return answer.mesh;
}
