// Detects images that were taken far from the plant. Without time zones, whose table is larger than the map's other rules.
import type { Problem } from "../error.ts";
import { METRES_PER_DEGREE } from "../geometry/ground-distance.ts";
import { areaBounds } from "../geometry/place-bounds.ts";
import { limits } from "../limits.ts";
import type { Plant } from "../plant/plant.ts";

export type PlantPlace = Pick<Plant, "lon" | "lat" | "area">;

/** Metres from the bounds of the plant's area, or from its position. */
function distanceTo(plant: PlantPlace, lon: number, lat: number): number {
  const box = plant.area && areaBounds(plant.area);
  const [west, south, east, north] = box ?? [plant.lon, plant.lat, plant.lon, plant.lat];
  const turn = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const across = Math.min(Math.abs(turn(lon - west)), Math.abs(turn(lon - east)));
  const isWithin = lon >= west && lon <= east;
  const x = (isWithin ? 0 : across) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const y = Math.max(0, south - lat, lat - north) * METRES_PER_DEGREE;
  return Math.hypot(x, y);
}

/** Kilometres from the plant to a place where an image cannot be one of it; null for one that is near enough. */
export function kilometresAway(plant: PlantPlace, lon: number, lat: number): number | null {
  const { area, position } = limits.imageDistanceM;
  const distance = distanceTo(plant, lon, lat);
  return distance > (plant.area ? area : position) ? Math.round(distance / 100) / 10 : null;
}

const MOST_NAMES = 5;

/** What is said of images that were taken far from the plant: how many, the first names, and the farthest; null without one. */
export function farImages(
  images: readonly {
    readonly file_name: string;
    readonly lon?: number | null | undefined;
    readonly lat?: number | null | undefined;
  }[],
  plant: PlantPlace,
): Problem | null {
  const far = new Map<string, number>();
  for (const { file_name, lon, lat } of images) {
    const away =
      typeof lon === "number" && typeof lat === "number" ? kilometresAway(plant, lon, lat) : null;
    if (away !== null) far.set(file_name, away);
  }
  if (far.size === 0) return null;
  const names = [...far.keys()].slice(0, MOST_NAMES);
  const values = {
    count: far.size,
    // There can be more images than a call takes arguments.
    kilometres: [...far.values()].reduce((most, one) => Math.max(most, one), 0),
    names: [...names, ...(far.size > MOST_NAMES ? ["…"] : [])].join(", "),
  };
  return { reason: "images_far_from_plant", values };
}
