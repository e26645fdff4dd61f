// The triangle meshes of the plant's levels, built from the geometry in a web worker.
import { atom } from "jotai";
import { buildMesh } from "../../client/mesh.ts";
import { componentTypeIds, type ComponentType } from "../../domain/component/component.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";
import { geometryOf } from "../plant/plant.ts";
import { perPlantValue, nextVersion, perPlant } from "../shell/lifetime.ts";

const MOST_ATTEMPTS = 2;

type Built = { readonly geometry: Geometry; readonly mesh: ComponentMesh | null };
const meshesOfPlant = perPlantValue(() => new Map<ComponentType, Built>());

/** Levels that are not drawn, because their meshes failed twice. */
export const failedMeshesAtom = perPlant<readonly ComponentType[]>([]);

/** Changes whenever a mesh was built or removed. */
export const meshVersionAtom = perPlant(0);

/** The mesh of the present geometry of a level, or undefined while it is being built. */
export function meshOf(type: ComponentType): ComponentMesh | undefined {
  const built = meshesOfPlant().get(type);
  return built && built.geometry === geometryOf(type) ? (built.mesh ?? undefined) : undefined;
}

/**
 * Builds the missing meshes, smallest level first. To be called when the geometry has changed, and to try those again
 * that failed. A mesh that fails is built once more, since the worker may have ended for want of memory.
 */
export const buildMeshes = atom(null, (get, set) => {
  // A mesh that is finished after the plant was closed is stored with that plant.
  const meshes = meshesOfPlant();
  const note = (type: ComponentType, isFailed: boolean) => {
    const failed = get(failedMeshesAtom);
    if (failed.includes(type) === isFailed) return;
    set(failedMeshesAtom, isFailed ? [...failed, type] : failed.filter((one) => one !== type));
  };
  const touch = () => {
    if (meshes === meshesOfPlant()) set(meshVersionAtom, nextVersion());
  };
  const missing = componentTypeIds
    .map((type) => geometryOf(type))
    .filter((geometry) => geometry !== undefined)
    .filter((geometry) => meshes.get(geometry.type)?.geometry !== geometry)
    .toSorted((a, b) => a.count - b.count);
  const build = (geometry: Geometry, attempt: number): void => {
    const { type } = geometry;
    // Another twin may have arrived meanwhile; its mesh is being built then.
    const isWanted = () => meshes.get(type)?.geometry === geometry;
    buildMesh(geometry).then(
      (mesh) => {
        if (!isWanted()) return;
        meshes.set(type, { geometry, mesh });
        touch();
      },
      (cause: unknown) => {
        if (!isWanted()) return;
        if (attempt < MOST_ATTEMPTS) return build(geometry, attempt + 1);
        meshes.delete(type);
        reportError(cause);
        if (meshes === meshesOfPlant()) note(type, true);
        touch();
      },
    );
  };
  for (const geometry of missing) {
    meshes.set(geometry.type, { geometry, mesh: null });
    note(geometry.type, false);
    build(geometry, 1);
  }
  if (missing.length === 0) touch();
});
