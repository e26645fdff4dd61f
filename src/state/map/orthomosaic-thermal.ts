// How the temperatures of the thermal orthomosaics in view are spread, for the legend.
import { atom } from "jotai";
import { celsiusOfTile } from "../../domain/raster/temperature.ts";
import { drawnOrthomosaicAtoms } from "./orthomosaic.ts";
import { orthomosaicTileAtoms } from "./orthomosaic-tile.ts";

export type ThermalView = {
  readonly bins: readonly number[];
  readonly domain: readonly [number, number];
  /** Pixels with a temperature in the tiles of the view. */
  readonly count: number;
};

const BINS = 40;

/** The temperatures of a tile, each once, and how many of its pixels have them. */
type Tally = { readonly values: Uint16Array; readonly counts: Uint32Array };
const tallies = new WeakMap<Uint16Array, Tally>();
let scratch: Uint32Array | null = null;

/** Counted once: a tile has 65,536 pixels, and every move of the map and every tile that arrives asks for all in view. */
function tallyOf(content: Uint16Array): Tally {
  const known = tallies.get(content);
  if (known) return known;
  scratch ??= new Uint32Array(2 ** 16);
  const counts = scratch.fill(0);
  for (const value of content) counts[value]! += 1;
  const values = content.toSorted();
  let last = 0;
  let kept = 0;
  for (const value of values) {
    // Zero is no temperature.
    if (value === last) continue;
    last = value;
    values[kept++] = value;
  }
  const own = values.slice(0, kept);
  const tally = { values: own, counts: Uint32Array.from(own, (value) => counts[value]!) };
  tallies.set(content, tally);
  return tally;
}

/** How many pixels of the tiles in view have which temperature, over the whole range of the files. */
export const thermalViewAtom = atom((get): ThermalView | null => {
  const ranges = get(drawnOrthomosaicAtoms.thermal.this).flatMap(
    ({ picture }) => picture.temperature ?? [],
  );
  if (ranges.length === 0) return null;
  const lowest = Math.floor(Math.min(...ranges.map((one) => one.lowest)));
  const highest = Math.max(lowest + 1, Math.ceil(Math.max(...ranges.map((one) => one.highest))));
  const bins = Array.from({ length: BINS }, () => 0);
  let count = 0;
  for (const { content } of get(orthomosaicTileAtoms.thermal.this) ?? []) {
    if (!(content instanceof Uint16Array)) continue;
    const { values, counts } = tallyOf(content);
    for (let at = 0; at < values.length; at += 1) {
      const share = (celsiusOfTile(values[at]!) - lowest) / (highest - lowest);
      const bin = Math.min(BINS - 1, Math.max(0, Math.floor(share * BINS)));
      bins[bin]! += counts[at]!;
      count += counts[at]!;
    }
  }
  return { bins, domain: [lowest, highest], count };
});
