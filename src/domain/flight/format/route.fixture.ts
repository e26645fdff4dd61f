// Random flight routes and areas for the tests of the formats; the same seed gives the same ones.
import {
  aircraftModels,
  flightTypes,
  lenses,
  type FlightAreas,
  type FlightRoute,
  type PhotoRun,
  type Place,
  type Waypoint,
} from "../route/flight-route.ts";
import { pathDistance, pathSeconds } from "../time/path-time.ts";

/** A source of numbers in [0, 1): mulberry32. */
export function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Random = () => number;
const between = (random: Random, least: number, most: number, digits = 3) =>
  Number((least + random() * (most - least)).toFixed(digits));
const oneOf = <T>(random: Random, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!;

/** Parallel lines with a photo run on each, as a planner makes them. */
export function randomRoute(random: Random, most = 30): FlightRoute {
  const lines = 1 + Math.floor(random() * most);
  const [lon, lat] = [between(random, -179, 178, 9), between(random, -60, 60, 9)];
  const length = between(random, 60, 900) / 111_195;
  const pitch = between(random, -90, -20, 0);
  const heading = random() < 0.5 ? null : between(random, -180, 180, 1);
  const damping = random() < 0.5 ? 0 : between(random, 1, 4);
  const height = between(random, 15, 118, 2);
  const stay = randomSource(lines);
  const waypoints = Array.from({ length: lines * 2 }, (_, at): Waypoint => {
    const line = at >> 1;
    const isFar = (at + 1) % 4 >= 2;
    const isEnd = at === 0 || at === lines * 2 - 1;
    const [hovers, takesPhoto] = [stay() < 0.1, stay() < 0.1];
    return {
      place: [
        Number((lon + (line * 12) / 111_195 / Math.cos((lat * Math.PI) / 180)).toFixed(9)),
        Number((lat + (isFar ? length : 0)).toFixed(9)),
      ],
      height_m: between(random, height, height + 4, 2),
      heading_deg: heading,
      gimbal_pitch_deg: random() < 0.1 ? -90 : pitch,
      damping_m: isEnd || hovers || takesPhoto ? 0 : damping,
      // Never the speed of the route, which has one decimal.
      ...(hovers && { hover_s: between(stay, 1, 60, 1) }),
      ...(takesPhoto && { takes_photo: true }),
      ...(random() < 0.2 && { speed_m_s: between(random, 10, 149, 0) / 10 + 0.05 }),
    };
  });
  const speed = between(random, 2, 15, 1);
  return {
    name: `Route ${lines}-${Math.floor(random() * 1e6)}`,
    aircraft: oneOf(
      random,
      aircraftModels.filter((model) => model !== "M2EA"),
    ),
    flight_type: oneOf(random, flightTypes),
    lenses: random() < 0.5 ? ["ir"] : lenses.filter((lens) => lens === "ir" || random() < 0.5),
    altitude_agl_m: height,
    speed_m_s: speed,
    take_off: {
      place: [Number((lon - 0.001).toFixed(9)), lat],
      elevation_m: random() < 0.5 ? null : between(random, 1, 4000),
    },
    waypoints,
    photo_runs: Array.from({ length: lines }, (_, line): PhotoRun => {
      return { from: line * 2, to: line * 2 + 1, distance_m: between(random, 1, 20) };
    }),
    distance_m: pathDistance(waypoints),
    duration_s: pathSeconds(waypoints, speed),
    eval_batch_num: random() < 0.5 ? null : between(random, 1, 99, 0),
  };
}

/** A square, closed; `half` in degrees. */
function square([lon, lat]: Place, half: number): Place[] {
  const corner = (x: number, y: number): Place => [
    Number((lon + x * half).toFixed(9)),
    Number((lat + y * half).toFixed(9)),
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
}

/** Squares, some with a hole, and take-off positions. */
export function randomAreas(random: Random): FlightAreas {
  const polygons = (count: number) =>
    Array.from({ length: count }, () => {
      const centre: Place = [between(random, -170, 170, 9), between(random, -60, 60, 9)];
      const outer = square(centre, 0.01);
      return random() < 0.5 ? [outer] : [outer, square(centre, 0.002)];
    });
  return {
    flight: polygons(1 + Math.floor(random() * 3)),
    no_fly: polygons(Math.floor(random() * 3)),
    take_offs: Array.from({ length: Math.floor(random() * 3) }, () => ({
      place: [between(random, -170, 170, 9), between(random, -60, 60, 9)] as const,
      elevation_m: random() < 0.5 ? null : between(random, 1, 4000),
      ...(random() < 0.5 && { name: `Gate ${Math.floor(random() * 9)} & <west>` }),
    })),
  };
}
