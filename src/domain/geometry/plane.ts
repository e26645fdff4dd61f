// The plant plane: the flat coordinates in which a plant's geometry is stored and drawn.
//
// x (east) and y (north) are Web Mercator (EPSG:3857) metres from the plant's origin, multiplied by
// cos(latitude of the origin), so that they are metres on the ground near the origin (the error at
// 5 km north or south is 0.08 % at 45 degrees). The plane is a linear image of EPSG:3857, so a rectangle
// stays a rectangle on the map and one matrix transforms a whole plant to the screen.
// Source of the projection: EPSG Guidance Note 7-2, "Popular Visualisation Pseudo-Mercator".

const EARTH_RADIUS_M = 6378137;
const DEGREE = Math.PI / 180;

/** Longitude, latitude in degrees, EPSG:4326. */
export type LonLat = readonly [lon: number, lat: number];
/** East, north in metres on the plant plane. */
export type PlanePoint = readonly [x: number, y: number];

export type Plane = {
  readonly origin: LonLat;
  toPlane(lon: number, lat: number): [x: number, y: number];
  toLonLat(x: number, y: number): [lon: number, lat: number];
};

function mercatorY(lat: number): number {
  return EARTH_RADIUS_M * Math.log(Math.tan(Math.PI / 4 + (lat * DEGREE) / 2));
}

/** The plane whose (0, 0) is `origin`. */
export function planeAt(origin: LonLat): Plane {
  const [lon0, lat0] = origin;
  const scale = Math.cos(lat0 * DEGREE);
  const x0 = EARTH_RADIUS_M * lon0 * DEGREE;
  const y0 = mercatorY(lat0);
  return {
    origin,
    toPlane: (lon, lat) => [
      (EARTH_RADIUS_M * lon * DEGREE - x0) * scale,
      (mercatorY(lat) - y0) * scale,
    ],
    toLonLat: (x, y) => [
      (x / scale + x0) / EARTH_RADIUS_M / DEGREE,
      (2 * Math.atan(Math.exp((y / scale + y0) / EARTH_RADIUS_M)) - Math.PI / 2) / DEGREE,
    ],
  };
}

/** Plane metres to Web Mercator unit-world coordinates (0 to 1 west to east, 0 to 1 north to south). */
export function worldTransform(origin: LonLat): { x0: number; y0: number; unitsPerMetre: number } {
  const [lon0, lat0] = origin;
  const circumference = 2 * Math.PI * EARTH_RADIUS_M;
  return {
    x0: 0.5 + lon0 / 360,
    y0: 0.5 - mercatorY(lat0) / circumference,
    unitsPerMetre: 1 / (circumference * Math.cos(lat0 * DEGREE)),
  };
}
