// The area of a ring on the ellipsoid of WGS 84.
//
// The plant plane is made for drawing: an area in it is too large by up to 0.7 %, because its sphere has the
// radius of the equator. Here the latitude becomes the area between it and the equator, per radian of longitude
// (Snyder, Map Projections: A Working Manual, USGS 1987, equation 3-12). Sides are straight in that projection;
// between points of a plant they differ from geodesics by less than a millionth of the area. Our own, because turf's
// area is that of a sphere: 0.45 % too large at the equator, 0.56 % too small at 60 degrees.

const EQUATOR_M = 6378137;
const FLATTENING = 1 / 298.257223563;
const E2 = FLATTENING * (2 - FLATTENING);
const E = Math.sqrt(E2);
const DEGREE = Math.PI / 180;

/** Square metres between the equator and this latitude, per radian of longitude; negative in the south. */
function areaTo(lat: number): number {
  const sine = Math.sin(lat * DEGREE);
  const q = (1 - E2) * (sine / (1 - E2 * sine * sine) + Math.atanh(E * sine) / E);
  return (EQUATOR_M * EQUATOR_M * q) / 2;
}

/** Square metres inside a ring of longitudes and latitudes; negative if it runs clockwise. */
export function groundArea(lonLat: ArrayLike<number>): number {
  const count = lonLat.length / 2;
  const lon0 = lonLat[0] ?? 0;
  const base = areaTo(lonLat[1] ?? 0);
  const x = (at: number) => (lonLat[(at % count) * 2]! - lon0) * DEGREE;
  const y = (at: number) => areaTo(lonLat[(at % count) * 2 + 1]!) - base;
  let twice = 0;
  for (let at = 0; at < count; at += 1) twice += x(at) * y(at + 1) - x(at + 1) * y(at);
  return twice / 2;
}
