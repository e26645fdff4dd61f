// The components of a twin, for results: names, parents and existence, by level.
import { LRUCache } from "lru-cache";
import {
  componentDirectory,
  type ComponentDirectory,
} from "../../../domain/component/component-directory.ts";
import type { Twin, TwinLevel } from "../../../domain/component/component-index.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { FilterLevel } from "../../../domain/column/column-filter.ts";
import type { ObjectStore } from "../../adapters/object-storage.ts";
import { readLevel } from "./twin-object.ts";

export type PlantComponents = {
  readonly twin_version: number;
  readonly levels: ReadonlyMap<ComponentType, FilterLevel>;
  /** Finds components by name. Built on first use, which takes 0.3 s for a million. */
  directory(): ComponentDirectory;
};

/** Components by content of the twin, for the plants in use. */
const cache = new LRUCache<string, PlantComponents>({ max: 4 });

export async function componentsOfTwin(files: ObjectStore, twin: Twin): Promise<PlantComponents> {
  const key = `${twin.plant_id} ${twin.version} ${twin.levels.map(({ names }) => names).join()}`;
  const known = cache.get(key);
  if (known) return known;
  const levels = new Map<ComponentType, FilterLevel>();
  for (const level of twin.levels) {
    const { geometry, names } = await readLevel(files, level);
    levels.set(level.component_type, {
      row_count: geometry.count,
      names,
      parent: geometry.parent,
      exists: existingRows(geometry.length),
    });
  }
  let directory: ComponentDirectory | null = null;
  const components: PlantComponents = {
    twin_version: twin.version,
    levels,
    directory() {
      directory ??= componentDirectory(
        [...levels].map(([type, { names, exists }]) => ({ type, names, exists })),
      );
      return directory;
    },
  };
  cache.set(key, components);
  return components;
}

/** 1 for rows of components that exist; null if all do. */
export async function existingRowsOf(
  files: ObjectStore,
  level: TwinLevel,
): Promise<Uint8Array | null> {
  const { geometry } = await readLevel(files, level);
  return existingRows(geometry.length);
}

/** 1 if the rectangle has a length; null if all have. */
function existingRows(length: Float32Array): Uint8Array | null {
  const exists = Uint8Array.from(length, (metres) => (metres === 0 ? 0 : 1));
  return exists.includes(0) ? exists : null;
}
