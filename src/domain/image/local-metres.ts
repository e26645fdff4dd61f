// Metres around a place on the WGS 84 ellipsoid.
//
// The plant plane is spherical, so its metres north are up to 0.7 % off. That is three pixels at the edge of a
// drone's image, so cameras measure from their own place with the ellipsoid's radii of curvature.
// Source: Snyder, Map Projections: A Working Manual, USGS 1395, equations 4-18 to 4-20.

const DEGREE = Math.PI / 180;
const SEMI_MAJOR_M = 6378137;
const ECCENTRICITY_SQUARED = 0.0066943799901413165;

export type LocalMetres = {
  /** East and north of the place in metres. */
  toMetres(lon: number, lat: number): [east: number, north: number];
  /** Degrees, EPSG:4326. */
  toLonLat(east: number, north: number): [lon: number, lat: number];
};

/** Good to a millimetre within a few hundred metres of the place. */
export function localMetres(lon0: number, lat0: number): LocalMetres {
  const sine = Math.sin(lat0 * DEGREE);
  const flat = 1 - ECCENTRICITY_SQUARED * sine * sine;
  const normal = SEMI_MAJOR_M / Math.sqrt(flat);
  const meridian = (normal * (1 - ECCENTRICITY_SQUARED)) / flat;
  const eastPerDegree = normal * Math.cos(lat0 * DEGREE) * DEGREE;
  const northPerDegree = meridian * DEGREE;
  return {
    toMetres: (lon, lat) => [shortWay(lon - lon0) * eastPerDegree, (lat - lat0) * northPerDegree],
    toLonLat: (east, north) => [
      shortWay(lon0 + east / eastPerDegree),
      lat0 + north / northPerDegree,
    ],
  };
}

/** Degrees from -180 to 180, so that the antimeridian separates nothing. */
function shortWay(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
