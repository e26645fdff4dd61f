// Where drones may fly in 3D, on the ground; no-fly polygons reach as high as the routes that go around them, obstacles
// as high as checks and planner count them.
import { atom } from "jotai";
import type { Rgba } from "../../domain/colour/colour.ts";
import { signalInks } from "../../domain/colour/palette.ts";
import { heightOf } from "../../domain/flight/ground/obstacle.ts";
import { topAlong } from "../../domain/flight/ground/obstacle-top.ts";
import type { Obstacle, Place } from "../../domain/flight/route/flight-route.ts";
import { alongGround } from "../../domain/twin-view/ground-surface.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { shownAreasAtom } from "../../state/map/flight-area.ts";
import { heightSpanAtom } from "../../state/map/flight-route-view.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import { lineOverlay } from "./twin-overlay.ts";

const EDGE_PX = 2.5;
const FENCE_PX = 1.5;
const TAKE_OFF_PX = 16;
/** Metres: what lies on the ground is seen on it. */
const ON_GROUND = 0.1;

const areaLinesAtomOf = (origin: LonLat) =>
  atom((get): readonly SceneLine[] => {
    const { flight, no_fly, take_offs, obstacles = [] } = get(shownAreasAtom);
    const opacityOf = get(shownOpacityAtom);
    const [, highest] = get(heightSpanAtom);
    const { toPlane } = planeAt(origin);
    const faded = ([red, green, blue, own]: Rgba, opacity: number): Rgba => {
      return [red, green, blue, own * opacity];
    };
    const ground = get(groundAtom);
    const at = ([lon, lat]: Place, z: number) => {
      const [x, y] = toPlane(lon, lat);
      return [x, y, z + (ground?.at(x, y) ?? 0)] as const;
    };
    const edge = (ring: readonly Place[], z: number, ink: Rgba, width_px: number): SceneLine => ({
      points: alongGround(
        ring.map(([lon, lat]) => toPlane(lon, lat)),
        ground,
        z,
      ),
      inks: [ink],
      width_px,
    });
    const [mayFly, mayNot] = [opacityOf("flight_areas"), opacityOf("no_fly_areas")];
    const noFly = faded(signalInks.no_fly, mayNot);
    const fence = faded(signalInks.no_fly, mayNot * 0.5);
    const fenceOf = (ring: readonly Place[]): SceneLine[] =>
      highest <= 0
        ? []
        : [
            edge(ring, highest, fence, FENCE_PX),
            ...ring.slice(1).map((place) => ({
              points: [at(place, 0), at(place, highest)],
              inks: [fence],
              width_px: FENCE_PX,
            })),
          ];
    const standing = faded(signalInks.obstacle, opacityOf("obstacles"));
    const over = ground && (([lon, lat]: Place) => ground.at(...toPlane(lon, lat)));
    const obstacleLines = (one: Obstacle): SceneLine[] => {
      const { form, places } = one;
      // As the checks count it: a roof is level above the highest ground of its outline, a wire no lower than the ground asks.
      const tops = topAlong(one, over).map(({ place: [lon, lat], top_m }) => {
        return [...toPlane(lon, lat), top_m] as const;
      });
      const roof = form === "area" ? tops[0] : undefined;
      const topOf = (place: Place) => {
        const [x, y, z] = at(place, heightOf(one));
        return [x, y, roof?.[2] ?? z] as const;
      };
      const posts = places.map((place) => ({
        points: [at(place, 0), topOf(place)],
        inks: [standing],
        width_px: EDGE_PX,
      }));
      if (form === "point") return posts;
      const closed = form === "area" ? [...places, places[0]!] : places;
      const top = { points: tops, inks: [standing], width_px: EDGE_PX };
      return [...posts, top, edge(closed, ON_GROUND, standing, FENCE_PX)];
    };
    return [
      ...obstacles.flatMap(obstacleLines),
      ...flight.flat().map((ring) => {
        return edge(ring, ON_GROUND, faded(signalInks.flight, mayFly), EDGE_PX);
      }),
      ...no_fly.flat().flatMap((ring) => [edge(ring, ON_GROUND, noFly, EDGE_PX), ...fenceOf(ring)]),
      ...take_offs.map(({ place }) =>
        dotAt(
          at(place, ON_GROUND),
          faded(signalInks.take_off, mayFly),
          TAKE_OFF_PX,
          faded(signalInks.image_rim, mayFly),
        ),
      ),
    ];
  });

export const flightAreas = lineOverlay(areaLinesAtomOf);
