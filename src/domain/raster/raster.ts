// Rasters with a place on the ground, such as orthomosaics and elevation models, read window by window.

/**
 * x = a · column + b · row + c, y = d · column + e · row + f: from the corner of a pixel (0, 0 is the upper
 * left corner of the raster) to the coordinates of the raster's reference system.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export type RasterWindow = {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
};

export type RasterSample =
  | "uint8"
  | "uint16"
  | "int16"
  | "uint32"
  | "int32"
  | "float32"
  | "float64";

export type Raster = {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly sample: RasterSample;
  /** The value of pixels that have none. */
  readonly nodata: number | null;
  /** Code of the reference system. */
  readonly epsg: number;
  readonly to_map: Affine;
  /**
   * The values of a band (0 is the first) row by row from the north; NaN for nodata. Float64Array for samples
   * that float32 cannot hold.
   * @throws RangeError for a window that is not inside; FILE_REFUSED where the file is damaged
   */
  read(window: RasterWindow, band: number): Promise<Float32Array | Float64Array>;
};

/** The coordinates of a place in pixels. */
export function toMap([a, b, c, d, e, f]: Affine, column: number, row: number): [number, number] {
  return [a * column + b * row + c, d * column + e * row + f];
}

/** From coordinates to pixels; null for a raster whose pixels have no area. */
export function inverse([a, b, c, d, e, f]: Affine): Affine | null {
  const area = a * e - b * d;
  if (!Number.isFinite(area) || area === 0) return null;
  return [e / area, -b / area, (b * f - c * e) / area, -d / area, a / area, (c * d - a * f) / area];
}

/** The same place in a raster of other pixels, for example an overview: `columns` and `rows` are its ratios. */
export function scaled([a, b, c, d, e, f]: Affine, columns: number, rows: number): Affine {
  return [a * columns, b * rows, c, d * columns, e * rows, f];
}
