// GeoTIFF files with one fault each, and the reason by which they are refused.
import { tiffOf, type TiffPicture } from "./tiff.fixture.ts";

type Bad = readonly [what: string, bytes: Uint8Array, reason: string];

const size = {
  width: 70,
  height: 45,
  value: (column: number, row: number, band: number) => (column * 7 + row * 3 + band * 50) % 251,
};

const lie = (lies: TiffPicture["lies"], more: Partial<TiffPicture> = {}) =>
  tiffOf([{ ...size, ...more, lies: lies ?? {} }]);
const tiled = { tile: [16, 16] as const };
export const badRasters: readonly Bad[] = [
  ["no TIFF", new TextEncoder().encode("GIF89a and so on"), "raster_no_tiff"],
  ["an empty file", new Uint8Array(0), "raster_no_tiff"],
  ["only a head", tiffOf([size]).slice(0, 6), "raster_broken"],
  ["a system of Mars", tiffOf([size], { epsg: 30_100 }), "raster_system_unknown"],
  ["an unknown citation", tiffOf([size], { epsg: 0, citation: "here" }), "raster_system_unknown"],
  ["no place", lie({ 33550: null }), "raster_not_georeferenced"],
  ["pixels without area", lie({ 33550: [0, 0, 0] }), "raster_not_georeferenced"],
  ["no system", lie({ 34735: null }), "raster_not_georeferenced"],
  [
    "circular directories",
    tiffOf([size, { ...size, width: 35 }], { isCircular: true }),
    "raster_circular",
  ],
  ["a width of nothing", lie({ 256: [0] }), "raster_size"],
  ["a width of four thousand millions", lie({ 256: [4_294_967_295] }), "raster_size"],
  ["no height", lie({ 257: null }), "raster_size"],
  ["tiles of ten gigabytes", lie({ 322: [100_000], 323: [100_000] }, tiled), "raster_block"],
  ["tiles without width", lie({ 322: [0] }, tiled), "raster_broken"],
  ["too many tiles", lie({ 256: [1e6], 257: [1e6] }, tiled), "raster_blocks"],
  ["fewer strips than rows", lie({ 257: [90] }, { strip: 8 }), "raster_broken"],
  ["strips beyond the end", lie({ 273: [4_000_000_000] }), "raster_cut_short"],
  ["strips longer than the file", lie({ 279: [4_000_000_000] }), "raster_cut_short"],
  ["no strips", lie({ 273: null }), "raster_broken"],
  ["an unusual number of bits", lie({ 258: [13] }), "raster_samples"],
  ["no bands", lie({ 277: [0] }), "raster_bands"],
  ["thousands of bands", lie({ 277: [60_000] }), "raster_bands"],
  ["an unknown compression", lie({ 259: [61_000] }), "raster_broken"],
  ["compression that is none", lie({ 259: [8] }), "raster_broken"],
];
