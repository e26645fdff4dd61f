// The geofence of a plan of QGroundControl: polygons and circles, each to stay in or to keep out of.
// Format: https://docs.qgroundcontrol.com/master/en/qgc-dev-guide/file_formats/plan.html
import { z } from "zod";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { FlightAreas, Place } from "../route/flight-route.ts";

const number = z.number();
/** Latitude, longitude. */
const place = z.tuple([number.min(-90).max(90), number.min(-180).max(180)]);

export const fenceShape = z.object({
  polygons: z.array(z.object({ inclusion: z.boolean(), polygon: z.array(place) })).default([]),
  circles: z
    .array(
      z.object({
        inclusion: z.boolean(),
        /** `radius` in metres. */
        circle: z.object({ center: place, radius: number.positive().max(1e6) }),
      }),
    )
    .default([]),
});

/** Corners of a circle: 0.2 % of the radius lie between the two polygons that have it between them. */
const CORNERS = 48;

/** Flight areas are what one stays in, no-fly areas what one keeps out of. */
export function fenceAreas(fence: z.output<typeof fenceShape> | undefined): FlightAreas {
  const shapes = [
    ...(fence?.polygons ?? [])
      .filter(({ polygon }) => polygon.length >= 3)
      .map(({ inclusion, polygon }) => ({
        inclusion,
        ring: [...polygon, polygon[0]!].map(([lat, lon]): Place => [lon, lat]),
      })),
    ...(fence?.circles ?? []).map(({ inclusion, circle: { center, radius } }) => {
      const [lat, lon] = center;
      const plane = localPlaneAt([lon, lat]);
      // The corners of what one keeps out of lie outside of the circle, so that no part of it is flown over.
      const reach = inclusion ? radius : radius / Math.cos(Math.PI / CORNERS);
      const ring = Array.from({ length: CORNERS + 1 }, (_, at): Place => {
        const angle = (2 * Math.PI * (at % CORNERS)) / CORNERS;
        const [east, north] = plane.toLonLat(reach * Math.cos(angle), reach * Math.sin(angle));
        return [east, north];
      });
      return { inclusion, ring };
    }),
  ];
  const rings = (inclusion: boolean) =>
    shapes.filter((one) => one.inclusion === inclusion).map(({ ring }) => [ring]);
  return { flight: rings(true), no_fly: rings(false), take_offs: [] };
}
