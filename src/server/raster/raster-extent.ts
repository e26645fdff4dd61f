// What a raster covers on the ground.
import { failure } from "../../domain/error.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import { toMap, type Raster } from "../../domain/raster/raster.ts";
import { epsgSystem } from "./map-system.ts";

type Placed = Pick<Raster, "epsg" | "to_map" | "width" | "height">;

/** West, south, east, north of the corners and edges in degrees. @throws FILE_REFUSED for a place off the earth */
export function boundsOf(raster: Placed): [number, number, number, number] {
  const STEPS = 16;
  const { toLonLat } = epsgSystem(raster.epsg);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let step = 0; step <= STEPS; step++) {
    const along = step / STEPS;
    for (const [u, v] of [
      [along, 0],
      [along, 1],
      [0, along],
      [1, along],
    ] as const) {
      const [lon, lat] = toLonLat(...toMap(raster.to_map, u * raster.width, v * raster.height));
      if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 85))
        throw failure("FILE_REFUSED", { reason: "raster_off_earth" });
      [west, east] = [Math.min(west, lon), Math.max(east, lon)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
  }
  return [west, south, east, north];
}

/** Metres on the ground from one pixel of the middle row to the next. */
export function resolutionOf({ epsg, to_map, width, height }: Placed): number {
  const { toLonLat } = epsgSystem(epsg);
  const placeAt = (x: number) => toLonLat(...toMap(to_map, x, height / 2));
  return placesApart(placeAt(width / 2), placeAt(width / 2 + 1));
}
