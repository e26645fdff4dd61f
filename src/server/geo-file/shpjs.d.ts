// The part of shpjs that is used; the package has no types.
declare module "shpjs" {
  /** Geometry objects of GeoJSON in the coordinates of the file; null for an empty shape. */
  export function parseShp(bytes: Uint8Array): (object | null)[];
}
