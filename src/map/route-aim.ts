// What of a route lies below the pointer, for tools: by metres on the flat map, by pixels where routes have heights.
import { placesApart } from "../domain/geometry/ground-distance.ts";
import { routeHitAt, routeHitOnScreen } from "../domain/flight/route/route-hit.ts";
import type { RouteAim } from "../state/map/flight-route-view.ts";
import type { ScreenPoint, ToolCanvas } from "./tool.ts";

/** @param pixels how far beside it still counts */
export function routeAim(canvas: ToolCanvas, at: ScreenPoint, pixels: number): RouteAim {
  const { space } = canvas;
  if (space) {
    return (route, heights) => {
      const { screenOf } = space.above(route.take_off.place);
      return routeHitOnScreen(route, at, pixels, screenOf, heights);
    };
  }
  const [lon, lat] = canvas.boundsOf([at]);
  const [beside, level] = canvas.boundsOf([[at[0] + pixels, at[1]]]);
  const reach = placesApart([lon, lat], [beside, level]);
  return (route) => routeHitAt(route, [lon, lat], reach);
}
