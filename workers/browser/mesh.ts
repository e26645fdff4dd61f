// Builds component meshes off the main thread and hands their buffers over without a copy.
import type { Geometry } from "../../src/domain/component/component-index.ts";
import {
  buildComponentMesh,
  meshBuffers,
  type ComponentMesh,
} from "../../src/domain/component/component-mesh.ts";

export type MeshRequest = { readonly id: number; readonly geometry: Geometry };
export type MeshAnswer =
  | { readonly id: number; readonly mesh: ComponentMesh }
  | { readonly id: number; readonly error: string; readonly name: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.addEventListener("message", (event: MessageEvent<MeshRequest>) => {
  const { id, geometry } = event.data;
  try {
    const mesh = buildComponentMesh(geometry);
    scope.postMessage({ id, mesh } satisfies MeshAnswer, meshBuffers(mesh));
  } catch (error) {
    // Report broken offsets, so that the page does not wait for ever.
    const { message, name } = error instanceof Error ? error : new Error(String(error));
    scope.postMessage({ id, error: message, name } satisfies MeshAnswer);
  }
});
