// Litchi's binary mission ("lchm"), big-endian, as VolaTeQ/litchitool writes it.
import { isFailure } from "../../error.ts";
import type { LitchiMission, LitchiPoi, LitchiWaypoint } from "./litchi-mission.ts";
import { refusedFile } from "./opened-route.ts";

const MAGIC = 0x6c63686d;
const VERSION = 11;
/** Speed of the stick that makes the drone faster, m/s. */
const STICK_SPEED = 14;
/** Seconds, as the other program writes them. */
const STAY = 3;

/** Writes numbers one after the other. */
function writer() {
  const bytes: number[] = [];
  const put = (size: number, set: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  return {
    bytes,
    i16: (value: number) => put(2, (view) => view.setInt16(0, value)),
    i32: (value: number) => put(4, (view) => view.setInt32(0, value)),
    f32: (value: number) => put(4, (view) => view.setFloat32(0, value)),
    f64: (value: number) => put(8, (view) => view.setFloat64(0, value)),
  };
}
type Writer = ReturnType<typeof writer>;

export function litchiBinary({ waypoints, settings }: LitchiMission): Uint8Array {
  const pois = poisOf(waypoints);
  const out = writer();
  out.i32(MAGIC);
  out.i32(settings.heading_mode);
  out.i32(settings.finish_action);
  out.i32(settings.path_mode);
  out.f32(settings.cruising_m_s);
  out.f32(STICK_SPEED);
  out.i32(1);
  out.i16(VERSION);
  for (let at = 0; at < 5; at += 1) out.i16(0);
  out.i32(waypoints.length);
  for (const waypoint of waypoints) writeWaypoint(out, waypoint);
  out.i32(pois.length);
  for (const { place, altitude_m } of pois) {
    out.f64(place[1]);
    out.f64(place[0]);
    out.f32(altitude_m);
  }
  writeHeights(out, waypoints, pois);
  for (const number of [8, 8, 0]) out.i32(number);
  for (const { photo_s, photo_m } of [{ photo_s: null, photo_m: null }, ...waypoints]) {
    out.f32(photo_s ?? -1);
    out.f32(photo_m ?? -1);
  }
  return Uint8Array.from(out.bytes);
}

const samePoi = (one: LitchiPoi | null, other: LitchiPoi | null) =>
  JSON.stringify(one) === JSON.stringify(other);

function poisOf(waypoints: readonly LitchiWaypoint[]): LitchiPoi[] {
  const pois: LitchiPoi[] = [];
  for (const { poi } of waypoints) {
    if (poi && !pois.some((known) => samePoi(known, poi))) pois.push(poi);
  }
  return pois;
}

function writeWaypoint(out: Writer, waypoint: LitchiWaypoint): void {
  out.f32(waypoint.altitude_m);
  out.i32(waypoint.rotation);
  out.f32(waypoint.heading_deg);
  out.f32(waypoint.speed_m_s);
  out.i16(STAY);
  out.i16(0);
  out.f64(waypoint.place[1]);
  out.f64(waypoint.place[0]);
  out.f32(waypoint.curve_m);
  out.i32(waypoint.gimbal_mode);
  out.i32(waypoint.gimbal_pitch_deg);
  out.i32(waypoint.actions.length);
  out.i32(1);
  for (const { type, param } of waypoint.actions) {
    out.i32(type);
    out.i32(param);
  }
}

function writeHeights(
  out: Writer,
  waypoints: readonly LitchiWaypoint[],
  pois: readonly LitchiPoi[],
): void {
  for (const { altitude_mode, altitude_m, poi } of waypoints) {
    out.i16(altitude_mode);
    out.f32(altitude_m);
    out.i32(poi ? pois.findIndex((known) => samePoi(known, poi)) : -1);
  }
  for (const { altitude_mode, altitude_m } of pois) {
    out.i16(altitude_mode);
    out.f32(altitude_m);
  }
}

/** Reads numbers one after the other; a RangeError says that the file ends early. */
function readerOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (size: number) => {
    at += size;
    return at - size;
  };
  return {
    i16: () => view.getInt16(take(2)),
    i32: () => view.getInt32(take(4)),
    f32: () => view.getFloat32(take(4)),
    f64: () => view.getFloat64(take(8)),
    /** A count of things of which each takes at least so many bytes. @throws RangeError for an impossible one */
    count(size: number) {
      const count = view.getInt32(take(4));
      if (count < 0 || at + count * size > bytes.length) throw new RangeError("count");
      return count;
    },
  };
}
type Reader = ReturnType<typeof readerOf>;
type Place = LitchiWaypoint["place"];

const many = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, () => read());

/** @throws Failure FILE_REFUSED */
export function readLitchiBinary(bytes: Uint8Array, file: string): LitchiMission {
  try {
    return missionOf(readerOf(bytes), file);
  } catch (cause) {
    if (isFailure(cause) || !(cause instanceof RangeError)) throw cause;
    throw refusedFile(file, { reason: "litchi_cut" });
  }
}

function missionOf(from: Reader, file: string): LitchiMission {
  if (from.i32() !== MAGIC) throw refusedFile(file, { reason: "litchi_magic" });
  const settings = {
    heading_mode: from.i32(),
    finish_action: from.i32(),
    path_mode: from.i32(),
    cruising_m_s: from.f32(),
  };
  from.f32();
  from.i32();
  const version = from.i16();
  if (version !== VERSION) {
    throw refusedFile(file, { reason: "litchi_version", values: { version } });
  }
  many(5, from.i16);
  const waypoints = many(from.count(56), () => readWaypoint(from));
  const places = many(from.count(20), () => {
    const place = readPlace(from);
    from.f32();
    return place;
  });
  const heights = many(waypoints.length, () => [from.i16(), from.f32(), from.i32()] as const);
  const pois = places.map((place): LitchiPoi => {
    return { place, altitude_mode: from.i16(), altitude_m: from.f32() };
  });
  many(3, from.i32);
  many(2, from.f32);
  const complete = waypoints.map((waypoint, at): LitchiWaypoint => {
    const [altitude_mode, altitude_m, poi] = heights[at]!;
    const photos = [from.f32(), from.f32()].map((interval) => (interval > 0 ? interval : null));
    const [photo_s = null, photo_m = null] = photos;
    return { ...waypoint, altitude_mode, altitude_m, poi: pois[poi] ?? null, photo_s, photo_m };
  });
  if (complete.length === 0) throw refusedFile(file, { reason: "route_no_waypoints" });
  complete.forEach((waypoint, at) => requireSound(waypoint, at + 1, file));
  return { waypoints: complete, settings };
}

function readPlace(from: Reader): Place {
  const latitude = from.f64();
  return [from.f64(), latitude];
}

function readWaypoint(from: Reader): LitchiWaypoint {
  const altitude_m = from.f32();
  const rotation = from.i32();
  const heading_deg = from.f32();
  const speed_m_s = from.f32();
  many(2, from.i16);
  const place = readPlace(from);
  const curve_m = from.f32();
  const gimbal_mode = from.i32();
  const gimbal_pitch_deg = from.i32();
  const count = from.i32();
  from.i32();
  if (count < 0 || count > 100) throw new RangeError("actions");
  const actions = many(count, () => ({ type: from.i32(), param: from.i32() }));
  const height = { altitude_m, altitude_mode: 0, poi: null, photo_s: null, photo_m: null };
  const camera = { gimbal_mode, gimbal_pitch_deg, actions };
  return { place, heading_deg, curve_m, rotation, speed_m_s, ...camera, ...height };
}

function requireSound(
  { place, altitude_m, heading_deg, curve_m, speed_m_s }: LitchiWaypoint,
  feature: number,
  file: string,
) {
  const ranges: readonly [field: string, value: number, most: number][] = [
    ["longitude", place[0], 180],
    ["latitude", place[1], 90],
    ["altitude(m)", altitude_m, 20_000],
    ["heading(deg)", heading_deg, 360],
    ["curvesize(m)", curve_m, 10_000],
    ["speed(m/s)", speed_m_s, 100],
  ];
  for (const [field, value, most] of ranges) {
    if (Math.abs(value) <= most) continue;
    const values = { value: String(value), least: -most, most };
    throw refusedFile(file, { reason: "route_number_range", feature, field, values });
  }
}
