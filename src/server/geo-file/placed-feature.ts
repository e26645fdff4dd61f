// Reads the features of a file with the way from its coordinates to longitude and latitude.
import type { ToLonLat } from "../../domain/geometry/crs.ts";
import { headOf, readerFor } from "./reader-for.ts";
import { fileRefused, type FeatureSink, type RawFeature, type TwinSource } from "./raw-feature.ts";
import { systemName, toLonLatFrom } from "./system.ts";

export type PlacedSink = Omit<FeatureSink, "crs" | "feature"> & {
  /** @param toLonLat from the coordinates of this feature to degrees, longitude first */
  feature(feature: RawFeature, toLonLat: ToLonLat): void;
  /** The name of the reference system of the features that follow. */
  system?(name: string): void;
};

/** Keeps the reference system that a file has stated last; degrees, longitude first, before it states one. */
export function placing(source: TwinSource): {
  /** @returns its short name. @throws FILE_REFUSED for a system that is not known */
  readonly use: (name: string) => string;
  readonly toLonLat: () => ToLonLat;
} {
  let toLonLat: ToLonLat = (x, y) => [x, y];
  return {
    use(name) {
      const crs = systemName(name);
      const found = toLonLatFrom(name);
      if (found === null) {
        throw fileRefused(source, { reason: "twin_crs_unknown", field: "crs", values: { crs } });
      }
      toLonLat = found;
      return crs;
    },
    toLonLat: () => toLonLat,
  };
}

/** @throws FILE_REFUSED for a file that cannot be read, and for a reference system that is not known */
export async function readPlaced(source: TwinSource, sink: PlacedSink): Promise<void> {
  const { use, toLonLat } = placing(source);
  const { feature, system, ...rest } = sink;
  const read = readerFor(source, await headOf(source));
  await read(source, {
    ...rest,
    crs(name) {
      const crs = use(name);
      system?.(crs);
    },
    feature: (raw) => feature(raw, toLonLat()),
  });
}
