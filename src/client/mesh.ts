// Calls the worker that builds component meshes.
import type { Geometry } from "../domain/component/component-index.ts";
import type { ComponentMesh } from "../domain/component/component-mesh.ts";
import type { MeshAnswer, MeshRequest } from "../../workers/browser/mesh.ts";

type Waiting = { resolve: (mesh: ComponentMesh) => void; reject: (cause: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let last = 0;

function start(): Worker {
  const started = new Worker(new URL("../../workers/browser/mesh.ts", import.meta.url), {
    type: "module",
    name: "mesh",
  });
  started.addEventListener("message", ({ data }: MessageEvent<MeshAnswer>) => {
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if ("mesh" in data) request?.resolve(data.mesh);
    else request?.reject(new Error(data.error));
  });
  started.addEventListener("error", (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
    worker = undefined;
  });
  return started;
}

/** Builds a mesh off the main thread, in one worker for all meshes. Rejects where the geometry is broken. */
export function buildMesh(geometry: Geometry): Promise<ComponentMesh> {
  worker ??= start();
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker!.postMessage({ id, geometry } satisfies MeshRequest);
  });
}
