// The components of a twin, for results: names, parents and existence, by level.
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import {
  componentDirectoryInTurns,
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
  /** Finds components by name. Built once; other requests have their turn meanwhile. */
  directory(): Promise<ComponentDirectory>;
};

/** Components by content of the twin, for the plants in use. Requests that ask at the same time share one. */
const cache = new LRUCache<string, Promise<PlantComponents>>({ max: 4 });

export function componentsOfTwin(files: ObjectStore, twin: Twin): Promise<PlantComponents> {
  const content = twin.levels.map(({ geometry, names }) => geometry + names).join();
  const key = `${twin.plant_id} ${twin.version} ${content}`;
  const known = cache.get(key);
  if (known) return known;
  const components = readComponentsOf(files, twin);
  cache.set(key, components);
  components.catch(() => cache.delete(key));
  return components;
}

async function readComponentsOf(files: ObjectStore, twin: Twin): Promise<PlantComponents> {
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
  let directory: Promise<ComponentDirectory> | null = null;
  return {
    twin_version: twin.version,
    levels,
    directory() {
      directory ??= componentDirectoryInTurns(
        [...levels].map(([type, { names, exists }]) => ({ type, names, exists })),
        () => setImmediate(),
      );
      return directory;
    },
  };
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
  if (!length.includes(0)) return null;
  const exists = new Uint8Array(length.length);
  // `Uint8Array.from` with a function takes ten times as long.
  for (let row = 0; row < length.length; row++) exists[row] = length[row] === 0 ? 0 : 1;
  return exists;
}
