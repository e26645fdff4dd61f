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
    for (const value of content) {
      if (value === 0) continue;
      const share = (celsiusOfTile(value) - lowest) / (highest - lowest);
      const bin = Math.min(BINS - 1, Math.max(0, Math.floor(share * BINS)));
      bins[bin] = bins[bin]! + 1;
      count += 1;
    }
  }
  return { bins, domain: [lowest, highest], count };
});
