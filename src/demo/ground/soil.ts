// Bare ground: soil with patches, dry grass and bushes, and the graded ground of roads and fields.
import { hashed, textureNoise } from "../random.ts";
import { mixed, rgb, type Box, type Colour, type Shape } from "./scenery.ts";

export type Soil = {
  readonly seed: number;
  readonly colour: Colour;
  /** Of dry grass and of bushes; null where nothing grows. */
  readonly plants: { readonly grass: Colour; readonly bush: Colour } | null;
};

/** Metres from bush to bush, where there is one; share of the places that have one. */
const BUSH_DISTANCE_M = 9;
const BUSHES = 0.22;

const toned = (colour: Colour, tone: number): Colour =>
  rgb(((colour >> 16) & 255) + tone, ((colour >> 8) & 255) + tone, (colour & 255) + tone * 0.9);

/** The colour of natural ground. */
export function soilColour({ seed, colour, plants }: Soil, east: number, north: number): Colour {
  const wide = textureNoise(seed, east, north, 210);
  const patch = textureNoise(seed + 1, east, north, 46);
  const near = textureNoise(seed + 2, east, north, 5);
  const bare = toned(colour, 13 * wide + 9 * patch + 4 * near);
  if (!plants) return bare;
  const growth = 0.35 + 0.5 * patch + 0.45 * textureNoise(seed + 3, east, north, 90);
  const grown = mixed(bare, plants.grass, Math.min(0.75, Math.max(0, growth)));
  return isBush(seed, east, north) ? toned(plants.bush, 10 * near) : grown;
}

function isBush(seed: number, east: number, north: number): boolean {
  const column = Math.floor(east / BUSH_DISTANCE_M);
  const row = Math.floor(north / BUSH_DISTANCE_M);
  if (hashed(seed, column, row, 1) > BUSHES) return false;
  const radius = 0.5 + 1.3 * hashed(seed, column, row, 2);
  const room = BUSH_DISTANCE_M - 2 * radius;
  const x = column * BUSH_DISTANCE_M + radius + room * hashed(seed, column, row, 3);
  const y = row * BUSH_DISTANCE_M + radius + room * hashed(seed, column, row, 4);
  return (east - x) ** 2 + (north - y) ** 2 < radius ** 2;
}

/** Ground that was levelled: the same soil, without plants. */
export const graded = (box: Box, { seed, colour }: Soil, lighter = 10): Shape => ({
  box,
  at(east, north) {
    const patch = textureNoise(seed + 4, east, north, 60);
    return toned(colour, lighter + 8 * patch + 3 * textureNoise(seed + 5, east, north, 12));
  },
});

/** A gravel road with two worn tracks, along the longer side of its box. */
export function road(box: Box, { seed, colour }: Soil): Shape {
  const isEastward = box.east - box.west > box.north - box.south;
  const middle = isEastward ? (box.south + box.north) / 2 : (box.west + box.east) / 2;
  const gravel = mixed(colour, rgb(206, 200, 188), 0.55);
  return {
    box,
    at(east, north) {
      const aside = Math.abs((isEastward ? north : east) - middle);
      const track = Math.abs(aside - 1) < 0.35 ? 8 : 0;
      return toned(gravel, track + 6 * textureNoise(seed + 6, east, north, 14));
    },
  };
}
