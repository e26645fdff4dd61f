// The triangle meshes of the plant's levels, built from the geometry in a web worker.
import { atom } from "jotai";
import { buildMesh } from "../../client/mesh.ts";
import { componentTypeIds, type ComponentType } from "../../domain/component/component.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";
import { geometryOf } from "../plant/plant.ts";
import { perPlantValue, nextVersion, perPlant } from "../shell/lifetime.ts";

type Built = { readonly geometry: Geometry; readonly mesh: ComponentMesh | null };
const meshesOfPlant = perPlantValue(() => new Map<ComponentType, Built>());

/** Changes whenever a mesh was built or removed. */
export const meshVersionAtom = perPlant(0);

/** The mesh of the present geometry of a level, or undefined while it is being built. */
export function meshOf(type: ComponentType): ComponentMesh | undefined {
  const built = meshesOfPlant().get(type);
  return built && built.geometry === geometryOf(type) ? (built.mesh ?? undefined) : undefined;
}

/** Builds the missing meshes, smallest level first. To be called when the geometry has changed. */
export const buildMeshes = atom(null, (_get, set) => {
  // A mesh that is finished after the plant was closed is stored with that plant.
  const meshes = meshesOfPlant();
  const touch = () => {
    if (meshes === meshesOfPlant()) set(meshVersionAtom, nextVersion());
  };
  const missing = componentTypeIds
    .map((type) => geometryOf(type))
    .filter((geometry) => geometry !== undefined)
    .filter((geometry) => meshes.get(geometry.type)?.geometry !== geometry)
    .toSorted((a, b) => a.count - b.count);
  for (const geometry of missing) {
    meshes.set(geometry.type, { geometry, mesh: null });
    buildMesh(geometry).then(
      (mesh) => {
        // Another twin may have arrived meanwhile; its mesh is being built then.
        if (meshes.get(geometry.type)?.geometry !== geometry) return;
        meshes.set(geometry.type, { geometry, mesh });
        touch();
      },
      () => {
        if (meshes.get(geometry.type)?.geometry === geometry) meshes.delete(geometry.type);
        touch();
      },
    );
  }
  if (missing.length === 0) touch();
});
