// The least that any plan of an area takes (decisions/flight-sources.md).
import { boxLinesOf } from "../area/flight-field.ts";
import { boxesInside, type Box, type FlightTarget } from "../area/flight-target.ts";
import type { PlannedFlight } from "../flown/planned-flight.ts";
import {
  areaOf,
  grown,
  toPaths,
  toRegion,
  type FlightGround,
  type Region,
  type Spot,
} from "../ground/flight-ground.ts";
import type { FlightAreas, FlightType } from "../route/flight-route.ts";
import { motionOf, waySpeed } from "../time/flight-motion.ts";
import { mostContent } from "./box-content.ts";
import { MOST_UNSEEN } from "./field-gaps.ts";
import { leadingFootprint } from "./flight-coverage.ts";
import { samplesOf } from "./flight-samples.ts";
import type { FlightSettings } from "./flight-settings.ts";

/** No plan with the same spacing and speed can be below. */
export type FlightBound = {
  readonly path_m: number;
  readonly flight_s: number;
  readonly sorties: number;
};

type Bounded = {
  readonly flights: readonly PlannedFlight[];
  readonly settings: FlightSettings;
  readonly target: FlightTarget | null;
  readonly ground: FlightGround | null;
  readonly take_offs: FlightAreas["take_offs"];
};

/**
 * Length: what is to be seen by what a metre of line shows; time: that length by the speed, with take-off, climb and
 * landing of the fewest sorties, and their ways from and to the take-off positions. Outer lines, and photos at the ends of
 * lines, show more than that: so much less is counted along the edge of the flight polygons. As much may stay unseen as plans
 * leave. Of rows a metre of line shows no more than its band holds of them.
 */
export function boundOf(
  { flights, settings, target, ground, take_offs }: Bounded,
  area: number,
): FlightBound {
  const battery = 60 * settings.flight_time_min * (1 - settings.reserve_percent / 100);
  const boxes = target && ground ? boxesInside(target, ground) : null;
  const away = ground ? meanAway(ground, boxes, take_offs) : 0;
  let [path_m, flight_s, sorties] = [0, 0, 0];
  for (const { capture, flight_type } of flights) {
    const { widest_m, length_m } = leadingFootprint(capture);
    const lines = boxes && boxLinesOf(capture, boxes, settings);
    const wide = lines ? Math.min(lines.band, lines.apart) : capture.spacing_m;
    const shown = boxes && isAlongRows(flight_type) ? mostContent(boxes, wide) || wide : wide;
    const motion = motionOf(settings, capture);
    const { vertical, transit } = motion;
    const outer = (widest_m - Math.min(wide, widest_m)) / 2;
    // A line that ends at the edge shows half a frame more, and from its end a way as long as the lines are apart is flown.
    const end = (length_m - (wide * capture.speed_m_s) / waySpeed(motion, wide)) / 2;
    const beside =
      ground === null
        ? 0
        : boxes
          ? edgeOf(ground.field) * Math.max(length_m / 2, outer)
          : besideEdge(ground.field, Math.max(end, outer));
    const all = Math.max(0, ((1 - MOST_UNSEEN) * area) / shown - beside / wide);
    const overhead =
      settings.take_off_s +
      settings.landing_s +
      capture.altitude_agl_m * (1 / vertical.climb + 1 / vertical.descent);
    // The first and the last line of a sortie end without such a way.
    const ends = Math.ceil(all / capture.speed_m_s / (battery - overhead)) * length_m;
    const metres = boxes ? all : Math.max(0, all - ends);
    const seconds = metres / capture.speed_m_s;
    // A sortie flies out to the mean of what it photographs at least, and back, and photographs no longer than a battery.
    const ahead =
      capture.altitude_agl_m * Math.tan(((90 + capture.gimbal_pitch_deg) * Math.PI) / 180);
    const reach = ahead + Math.hypot(widest_m, length_m) / 2;
    const most = battery - overhead;
    const ways = (seconds / most) * (2 / transit) * Math.max(0, away - reach);
    // However little is counted, something is photographed, and a drone must start for it.
    const least = area === 0 ? 0 : Math.max(1, Math.ceil((seconds + ways) / most));
    path_m += metres;
    sorties += least;
    flight_s += seconds + ways + least * overhead;
  }
  return { path_m, flight_s, sorties };
}

/** Geometry flights of collectors cross the rows, and see whole collectors. */
const isAlongRows = (type: FlightType) => type === "pv_thermal" || type === "trough_thermal";

/** Metres from what is photographed to its nearest take-off position, straight, on average. */
function meanAway(
  { field, plane }: FlightGround,
  boxes: readonly Box[] | null,
  take_offs: FlightAreas["take_offs"],
): number {
  const homes = take_offs.map(({ place }) => plane.toPlane(place[0], place[1]));
  const spots = boxes?.map(({ x, y }): Spot => [x, y]) ?? samplesOf(field);
  const metres = spots.map(([x, y]) =>
    homes.reduce((least, [hx, hy]) => Math.min(least, Math.hypot(x - hx, y - hy)), Infinity),
  );
  const sum = metres.reduce((all, one) => all + one, 0);
  return metres.length === 0 || !Number.isFinite(sum) ? 0 : sum / metres.length;
}

/** Square metres of a region that lie no further than so many metres from its edge. */
const besideEdge = (region: Region, metres: number) =>
  areaOf(region) - areaOf(toRegion(grown(toPaths(region), -Math.max(0, metres))));

/** Metres around a region, holes included. */
const edgeOf = (region: Region) =>
  region.reduce((sum, ring) => {
    const last = ring.at(-1);
    return ring.reduce((all, [x, y], i) => {
      const [bx, by] = ring[i - 1] ?? last ?? [x, y];
      return all + Math.hypot(x - bx, y - by);
    }, sum);
  }, 0);
