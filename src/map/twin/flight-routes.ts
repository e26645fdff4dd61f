// The flight routes in 3D: each at its heights, in the colours of the map, with the direction of its photo lines.
import { atom } from "jotai";
import type { Rgb, Rgba } from "../../domain/colour/colour.ts";
import { signalInks } from "../../domain/colour/palette.ts";
import { routeArrows } from "../../domain/flight/route/route-arrow.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { routeInkAtom } from "../../state/map/flight-route-view.ts";
import { sceneRoutesAtom } from "../../state/map/flight-scene.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import { lineOverlay } from "./twin-overlay.ts";

const ROUTE_PX = 3;
const TAKE_OFF_PX = 11;
/** Metres: what lies on the ground is seen on it. */
const ON_GROUND = 0.1;

const routeLinesAtomOf = (origin: LonLat) =>
  atom((get): readonly SceneLine[] => {
    const opacity = get(shownOpacityAtom)("flight_routes") * 255;
    const inkOf = get(routeInkAtom);
    const { toPlane } = planeAt(origin);
    const inked = ([red, green, blue]: Rgb): Rgba => [red, green, blue, opacity];
    const ground = get(groundAtom);
    return get(sceneRoutesAtom).flatMap(({ route, positions, inks }) => {
      // Heights of a route count from its take-off position.
      const base = ground?.at(...toPlane(...route.take_off.place)) ?? 0;
      return [
        {
          points: positions.map(([lon, lat, z]) => [...toPlane(lon, lat), base + z] as const),
          inks: inks.map(inked),
          width_px: ROUTE_PX,
        },
        ...routeArrows(route).map(({ places, height_m }) => ({
          points: places.map(([lon, lat]) => [...toPlane(lon, lat), base + height_m] as const),
          inks: [inked(inkOf(route, height_m))],
          width_px: ROUTE_PX,
        })),
        dotAt(
          [...toPlane(...route.take_off.place), base + ON_GROUND],
          [...signalInks.take_off],
          TAKE_OFF_PX,
        ),
      ];
    });
  });

export const flightRoutes = lineOverlay(routeLinesAtomOf);
