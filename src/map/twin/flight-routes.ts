// The flight routes in 3D: each at its heights, in the colours of the map, with the direction of its photo lines.
import { atom } from "jotai";
import type { Rgb, Rgba } from "../../domain/colour/colour.ts";
import { mapInks, signalInks } from "../../domain/colour/palette.ts";
import { routeArrows } from "../../domain/flight/route/route-arrow.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { flightHandlesAtom } from "../../state/map/flight-handles.ts";
import { routeInkAtom } from "../../state/map/flight-route-view.ts";
import { sceneRoutesAtom } from "../../state/map/flight-scene.ts";
import { unknownDashesAtom } from "../../state/map/flight-unknown.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { schemeAtom } from "../scene.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import { lineOverlay } from "./twin-overlay.ts";

const ROUTE_PX = 3;
const TAKE_OFF_PX = 11;
const WAYPOINT_PX = 10;
const CHOSEN_PX = 16;
const FAULT_PX = 5;
/** Metres: what lies on the ground is seen on it. */
const ON_GROUND = 0.1;

/** The waypoints of the route that is edited, what breaks a rule, and from the chosen ones a line down to the ground. */
const handleLinesAtomOf = (origin: LonLat) =>
  atom((get): readonly SceneLine[] => {
    const edited = get(flightHandlesAtom);
    if (!edited) return [];
    const { toPlane } = planeAt(origin);
    const ground = get(groundAtom);
    const heightAt = (x: number, y: number) => ground?.at(x, y) ?? 0;
    const base = heightAt(...toPlane(...edited.route.take_off.place));
    const scheme = get(schemeAtom);
    const faults = edited.legs.map((leg): SceneLine => ({
      points: leg.map(({ place, height_m }) => [...toPlane(...place), base + height_m] as const),
      inks: [[...signalInks.refused]],
      width_px: FAULT_PX,
    }));
    const handles = edited.handles.flatMap(({ place, height_m, isChosen, isWrong }) => {
      const [x, y] = toPlane(...place);
      const point = [x, y, base + height_m] as const;
      const ink: Rgba = isChosen ? [...signalInks.take_off] : [...mapInks[scheme].halo];
      const rim: Rgba = [...(isWrong ? signalInks.refused : signalInks.drawing)];
      const plumb = { points: [[x, y, heightAt(x, y)] as const, point], inks: [rim], width_px: 1 };
      return [
        ...(isChosen ? [plumb] : []),
        dotAt(point, ink, isChosen ? CHOSEN_PX : WAYPOINT_PX, rim),
      ];
    });
    return [...faults, ...handles];
  });

const routeLinesAtomOf = (origin: LonLat) => {
  const handleLines = handleLinesAtomOf(origin);
  return atom((get): readonly SceneLine[] => {
    const opacity = get(shownOpacityAtom)("flight_routes") * 255;
    const inkOf = get(routeInkAtom);
    const { toPlane } = planeAt(origin);
    const inked = ([red, green, blue]: Rgb): Rgba => [red, green, blue, opacity];
    const ground = get(groundAtom);
    const routes = get(sceneRoutesAtom).flatMap(({ route, positions, inks }) => {
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
    const dashes = get(unknownDashesAtom).map((dash): SceneLine => ({
      points: dash.map(([lon, lat]) => {
        const [x, y] = toPlane(lon, lat);
        return [x, y, (ground?.at(x, y) ?? 0) + ON_GROUND] as const;
      }),
      inks: [[...signalInks.refused]],
      width_px: ROUTE_PX,
    }));
    return [...dashes, ...routes, ...get(handleLines)];
  });
};

export const flightRoutes = lineOverlay(routeLinesAtomOf);
