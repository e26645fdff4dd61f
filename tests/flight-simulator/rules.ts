// What no flight may do, judged by flying its files: the rules of a careful pilot.
import { edgesAhead, photoIndex, photosOf, rowOf, shows, type Lens, type Photo } from "./camera.ts";
import { fly, localAt, type Flight, type Local, type Moment } from "./kinematics.ts";
import type { LonLat, Mission } from "./mission.ts";
import { APART_M, levelMetres, obstacleFault, type Standing } from "./obstacle.ts";
import { levelLight, sunHeight } from "./sun.ts";
import type { Ground } from "./terrain.ts";

export type Place = {
  readonly ground: Ground;
  readonly home: LonLat;
  /** Closed rings. */
  readonly flight: readonly (readonly LonLat[])[];
  readonly noFly: readonly (readonly LonLat[])[];
  readonly obstacles?: readonly Standing[];
};

export type Promised = {
  /** Metres above the ground that the flight is planned at. */
  readonly altitude_m: number;
  readonly lens: Lens;
  readonly battery_min: number;
  /** Percent of the battery at landing. */
  readonly reserve_percent: number;
  readonly blur_px: number;
  readonly front_percent: number;
  readonly side_percent: number;
  /** Metres by which the height above the ground may differ. */
  readonly tolerance_m: number;
  /** W/m2 on level ground; 0: daylight. */
  readonly light_w_m2: number;
  /** Rectangles that must be seen whole, as corners; null: all of the flight polygons. */
  readonly targets: readonly (readonly LonLat[])[] | null;
};

/** A flight: the file, and when it starts. */
export type Sortie = { readonly mission: Mission; readonly start_ms: number };

export const rules = [
  "clearance",
  "way home",
  "battery",
  "blur",
  "front overlap",
  "side overlap",
  "coverage",
  "no-fly",
  "obstacle",
  "outside",
  "light",
] as const;
export type Rule = (typeof rules)[number];
export type Violation = { readonly rule: Rule; readonly sortie: number; readonly says: string };

/** Metres that any leg keeps from the ground, or half the altitude where that is lower. */
const LEG_M = 10;
/** What two time models may differ by, in percent of the battery. */
const MODEL_PERCENT = 2;
/** Around the take-off position the drone is on its way up or down. */
const PAD_M = 3;
/** Part of a polygon's ground that may stay unseen: corners and the margins of no-fly polygons. */
const UNSEEN = 0.03;

const one = (value: number) => value.toFixed(1);

export function judged(sorties: readonly Sortie[], place: Place, promise: Promised): Violation[] {
  const found: Violation[] = [];
  const local = localAt(place.home);
  const photos: Photo[] = [];
  sorties.forEach(({ mission, start_ms }, sortie) => {
    const flight = fly(mission, place.home, place.ground);
    const taken = photosOf(mission, flight.moments);
    photos.push(...taken.map((photo) => ({ ...photo, line: photo.line + 10_000 * sortie })));
    const say = (rule: Rule, says: string | null) => {
      if (says !== null) found.push({ rule, sortie, says: `${mission.format}: ${says}` });
    };
    say("clearance", clearanceFault(flight, promise));
    say("way home", homeFault(flight, mission, place, local));
    say("battery", batteryFault(flight, promise));
    say("blur", blurFault(taken, promise));
    say("front overlap", frontFault(taken, promise));
    say("no-fly", areaFault(flight.moments, place.noFly, local, true));
    say("obstacle", obstacleFault(flight, mission, place, local));
    say(
      "outside",
      areaFault(
        taken.map(({ moment }) => moment),
        place.flight,
        local,
        false,
      ),
    );
    say("light", lightFault(flight, start_ms, place, promise));
  });
  const format = sorties[0]?.mission.format ?? "";
  const ground = groundFaults(photos, place, promise, local);
  return [...found, ...ground.map((fault) => ({ ...fault, says: `${format}: ${fault.says}` }))];
}

const apart = ({ x, y }: Pick<Moment, "x" | "y">) => Math.hypot(x, y);

/** Between two steps of the ground. */
const GROUND_STEP_M = 0.2;

function clearanceFault({ moments }: Flight, { altitude_m }: Promised): string | null {
  const least = Math.min(LEG_M, altitude_m / 2) - GROUND_STEP_M;
  const worst = leastOf(
    moments.filter((moment) => apart(moment) >= PAD_M),
    ({ z, ground }) => z - ground,
  );
  if (!worst || worst.value >= least) return null;
  return `${one(worst.value)} m above the ground after waypoint ${worst.at.leg + 1}`;
}

function leastOf<T>(all: readonly T[], of: (one: T) => number): { at: T; value: number } | null {
  let worst: { at: T; value: number } | null = null;
  for (const at of all) {
    const value = of(at);
    if (!(value >= (worst?.value ?? Infinity))) worst = { at, value };
  }
  return worst;
}

/** Metres between the places from which the drone loses its link, and between looks at the ground below. */
const [LOST_M, LOOK_M] = [40, 5];

/** Where the link is lost the drone climbs to the return height of the file and flies straight home. */
function homeFault(
  { moments }: Flight,
  { return_m }: Mission,
  { ground, home }: Place,
  local: Local,
): string | null {
  if (return_m === null) return null;
  const floor = ground(home);
  let next = 0;
  for (const moment of moments) {
    const { x, y, z } = moment;
    next -= 0.5;
    if (next > 0) continue;
    next = LOST_M;
    const height = Math.max(z, return_m);
    for (let metres = apart(moment); metres > PAD_M; metres -= LOOK_M) {
      const part = metres / apart(moment);
      const above = height - (ground(local.toPlace(x * part, y * part)) - floor);
      if (!(above >= LEG_M))
        return `home from waypoint ${moment.leg + 1}: ${one(above)} m above the ground`;
    }
  }
  return null;
}

function batteryFault(
  { seconds }: Flight,
  { battery_min, reserve_percent }: Promised,
): string | null {
  const left = 100 * (1 - seconds / 60 / battery_min);
  return left >= reserve_percent - MODEL_PERCENT ? null : `${one(left)} % left at landing`;
}

const depthOf = ({ z, ground }: Moment) => Math.max(0.1, z - ground);

function blurFault(photos: readonly Photo[], promise: Promised): string | null {
  const { lens, blur_px, altitude_m, tolerance_m } = promise;
  // Lower over a rise the same speed smears more; so much the tolerance of the height allows.
  const most = (1.02 * blur_px * altitude_m) / (altitude_m - tolerance_m);
  // Ground that passes below the near edge of a tilted picture moves over the most pixels.
  const worst = leastOf(photos, ({ moment, tilt }) => {
    const height = depthOf(moment);
    const [near] = edgesAhead(lens, tilt, height);
    const later = near + moment.speed * lens.exposure_s;
    return -Math.abs(rowOf(lens, tilt, height, later) - rowOf(lens, tilt, height, near));
  });
  if (!worst || -worst.value <= most) return null;
  return `${(-worst.value).toFixed(2)} px after waypoint ${worst.at.moment.leg + 1}`;
}

function frontFault(photos: readonly Photo[], promise: Promised): string | null {
  const { lens, front_percent, altitude_m, tolerance_m } = promise;
  const least = 100 - ((100 - front_percent) * altitude_m) / (altitude_m - tolerance_m) - 4;
  const worst = leastOf(photos.slice(1), (photo) => {
    const before = photos[photos.indexOf(photo) - 1]!;
    if (before.line !== photo.line) return 100;
    const metres = Math.hypot(photo.moment.x - before.moment.x, photo.moment.y - before.moment.y);
    const depth = Math.min(depthOf(photo.moment), depthOf(before.moment));
    const [near, far] = edgesAhead(lens, photo.tilt, depth);
    return 100 * (1 - metres / (far - near));
  });
  if (!worst || worst.value >= least) return null;
  return `${one(worst.value)} % after waypoint ${worst.at.moment.leg + 1}`;
}

function areaFault(
  moments: readonly Moment[],
  rings: readonly (readonly LonLat[])[],
  local: Local,
  isForbidden: boolean,
): string | null {
  const areas = rings.map((ring) => ring.map((at) => local.toLocal(at)));
  const wrong = moments.find(({ x, y }) => areas.some((area) => isIn(area, x, y)) === isForbidden);
  return wrong ? `after waypoint ${wrong.leg + 1}` : null;
}

function isIn(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

function lightFault(
  { seconds }: Flight,
  start_ms: number,
  { home }: Place,
  { light_w_m2 }: Promised,
): string | null {
  for (const time of [start_ms, start_ms + 1000 * seconds]) {
    const height = sunHeight(time, home);
    if (height < -0.3) return `the sun is at ${one(height)} degrees`;
    const light = levelLight(time, home);
    // Within a minute of where the light begins both ways to count may differ.
    if (light < light_w_m2 - 5) return `${one(light)} W/m2`;
  }
  return null;
}

const SAMPLE_M = 4;

/** What all photos of a campaign show together. */
export function groundFaults(
  photos: readonly Photo[],
  place: Place,
  promise: Promised,
  local: Local,
): Violation[] {
  const { lens, targets, side_percent, altitude_m } = promise;
  const floor = place.ground(place.home);
  const tilt = photos.reduce((most, photo) => Math.max(most, photo.tilt), 0);
  const [, far] = edgesAhead(lens, tilt, altitude_m);
  // The far edge is as much wider as it is further away.
  const wide = (lens.width_px / 2 / lens.focal_px) * Math.hypot(far, altitude_m);
  const reach = 1.5 * Math.hypot(far, wide);
  const near = photoIndex(photos, reach);
  const linesAt = ([x, y]: readonly [number, number]) => {
    const z = place.ground(local.toPlace(x, y)) - floor;
    return new Set(
      near(x, y).flatMap((photo) => (shows(photo, lens, [x, y, z]) ? [photo.line] : [])),
    ).size;
  };
  const fault = (rule: Rule, says: string): Violation => ({ rule, sortie: -1, says });
  if (targets) {
    const unseen = targets.filter(
      (corners) => !corners.every((at) => linesAt(local.toLocal(at)) > 0),
    );
    return unseen.length === 0
      ? []
      : [fault("coverage", `${unseen.length} of ${targets.length} components`)];
  }
  const samples = samplesIn(place, local).map(linesAt);
  const share = (least: number) =>
    samples.filter((lines) => lines >= least).length / samples.length;
  // Two lines show o / (1 - o) of the ground where neighbours share the part o of their pictures.
  const twice = Math.min(1, side_percent / (100 - side_percent));
  const faults: Violation[] = [];
  if (1 - share(1) > UNSEEN)
    faults.push(fault("coverage", `${one(100 * (1 - share(1)))} % unseen`));
  if (share(2) < twice - LESS_TWICE)
    faults.push(fault("side overlap", `${one(100 * share(2))} % in photos of two lines`));
  return faults;
}

/** Less than the formula: outer lines have no neighbour. */
const LESS_TWICE = 0.2;

/** Metres beside an obstacle beyond its clearance that no line lies in: round corners and curves. */
const BESIDE_M = 2;

function samplesIn(
  { flight, noFly, obstacles = [] }: Place,
  local: Local,
): (readonly [number, number])[] {
  const areas = flight.map((ring) => ring.map((at) => local.toLocal(at)));
  const holes = noFly.map((ring) => ring.map((at) => local.toLocal(at)));
  const isBeside = (x: number, y: number) =>
    obstacles.some((one) => levelMetres([x, y], one, local) < APART_M + BESIDE_M);
  const spots: (readonly [number, number])[] = [];
  for (const area of areas) {
    const [xs, ys] = [area.map(([x]) => x), area.map(([, y]) => y)];
    for (let x = Math.min(...xs); x < Math.max(...xs); x += SAMPLE_M)
      for (let y = Math.min(...ys); y < Math.max(...ys); y += SAMPLE_M)
        if (isIn(area, x, y) && !holes.some((hole) => isIn(hole, x, y)) && !isBeside(x, y))
          spots.push([x, y]);
  }
  return spots;
}
