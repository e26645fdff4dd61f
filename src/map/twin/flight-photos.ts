// Where the shown routes take their photos, in 3D, and what each photo shows on the ground.
import { atom } from "jotai";
import { signalInks } from "../../domain/colour/palette.ts";
import { alongGround } from "../../domain/twin-view/ground-surface.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import {
  drawnFootprintsAtom,
  drawnPhotosAtom,
  routeInkAtom,
} from "../../state/map/flight-route-view.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import { lineOverlay } from "./twin-overlay.ts";

const PHOTO_PX = 7;
const FOOTPRINT_PX = 1.5;
/** Metres: what lies on the ground is seen on it. */
const ON_GROUND = 0.1;

const photoLinesAtomOf = (origin: LonLat) =>
  atom((get): readonly SceneLine[] => {
    const opacity = get(shownOpacityAtom)("flight_photos") * 255;
    if (opacity === 0) return [];
    const inkOf = get(routeInkAtom);
    const { toPlane } = planeAt(origin);
    const ground = get(groundAtom);
    const baseOf = ({ take_off }: FlightRouteRecord) =>
      ground?.at(...toPlane(...take_off.place)) ?? 0;
    const footprints = (get(drawnFootprintsAtom)?.drawn ?? []).map(({ route, ring }) => ({
      points: alongGround(
        ring.map(([lon, lat]) => toPlane(lon, lat)),
        ground,
        ON_GROUND,
      ),
      inks: [[...inkOf(route, route.altitude_agl_m), opacity / 2] as const],
      width_px: FOOTPRINT_PX,
    }));
    const photos = (get(drawnPhotosAtom)?.drawn ?? []).map(({ route, point }) =>
      dotAt(
        // Heights of a route count from its take-off position.
        [...toPlane(...point.place), baseOf(route) + point.height_m],
        [...inkOf(route, point.height_m), opacity],
        PHOTO_PX,
        signalInks.image_rim,
      ),
    );
    return [...footprints, ...photos];
  });

export const flightPhotos = lineOverlay(photoLinesAtomOf);
