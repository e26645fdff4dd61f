// Ways between the take-off positions and the lines.
import { edgeGrid } from "../plan/edge-grid.ts";
import { partsOf } from "../area/flight-field.ts";
import { isInside, type FlightGround, type Region, type Spot } from "../ground/flight-ground.ts";
import type { TakeOff } from "./flight-route.ts";
import { holeFinder, waysAround, waysOutside, type Way, type WayFinder } from "./flight-way.ts";

export type HomeWay = {
  /** Index of the take-off position. */
  readonly take_off: number;
  readonly metres: number;
  /** Corners from the take-off position to the line, both ends excluded. */
  readonly corners: readonly Spot[];
  /** So many of the first corners have only legs over ground outside the flight polygons between them; 0 where there is no such leg. */
  readonly outside: number;
};

export type Homes = {
  readonly spots: readonly Spot[];
  /** The shortest way from the take-off position to the spot; null: there is none. */
  to(spot: Spot, take_off: number): HomeWay | null;
};

/** Where ways from a take-off position outside enter what is free. */
type Gate = { readonly spot: Spot; readonly metres: number; readonly corners: readonly Spot[] };

/** Gates of a part of the free ground that are tried one after the other. */
const MOST_GATES = 12;

export function homesOf(
  takeOffs: readonly TakeOff[],
  ground: FlightGround,
  ways: WayFinder,
): Homes {
  const spots = takeOffs.map(({ place }): Spot => ground.plane.toPlane(place[0], place[1]));
  const gatesFrom = gateFinder(ground);
  const own = ownPolygons(spots, ground);
  // A way inside one part of the free ground does not lead to another: each has gates of its own.
  const gates = spots.map((spot, i) => gatesFrom(spot, own[i] ?? null));
  const memory = new Map<string, HomeWay | null>();
  const find = (spot: Spot, take_off: number): HomeWay | null => {
    const from = spots[take_off]!;
    const polygon = own[take_off];
    if (polygon && isInside(polygon, spot)) {
      const way = ways.between(from, spot);
      return way && { take_off, ...way, outside: 0 };
    }
    let best: HomeWay | null = null;
    for (const gate of gates[take_off]!(spot)) {
      // No way is shorter than the straight one.
      if (gate.metres + apart(gate.spot, spot) >= (best?.metres ?? Infinity)) continue;
      const way = ways.between(gate.spot, spot);
      const metres = gate.metres + (way?.metres ?? Infinity);
      if (!way || metres >= (best?.metres ?? Infinity)) continue;
      const corners = [...gate.corners, gate.spot, ...way.corners];
      const bends = gate.corners.length;
      best = { take_off, metres, corners, outside: bends > 0 ? bends + 1 : 0 };
    }
    return best;
  };
  return {
    spots,
    to: (spot, take_off) => {
      const key = `${take_off} ${spot[0]} ${spot[1]}`;
      const known = memory.get(key);
      if (known !== undefined) return known;
      const found = find(spot, take_off);
      memory.set(key, found);
      return found;
    },
  };
}

/** The flight polygon around each take-off position; null: it lies outside. */
function ownPolygons(spots: readonly Spot[], { flight, inner }: FlightGround): (Region | null)[] {
  const parts = partsOf(flight);
  return spots.map((spot) =>
    isInside(inner, spot) ? (parts.find((part) => isInside(part, spot)) ?? null) : null,
  );
}

/**
 * Tells whether nothing closes a part of the free ground off from all take-off positions, without a search for the way: only
 * a hole of what is blocked does. From inside a flight polygon its other parts are never reached, as by gates.
 */
export function openFinder(
  takeOffs: readonly TakeOff[],
  ground: FlightGround,
): (part: Region) => boolean {
  const spots = takeOffs.map(({ place }): Spot => ground.plane.toPlane(place[0], place[1]));
  const own = ownPolygons(spots, ground);
  const holeOf = holeFinder(ground.blocked);
  return (part) =>
    spots.some((spot, at) => {
      const polygon = own[at];
      if (polygon && isInside(polygon, part[0]![0]!)) return isInside(part, spot);
      return part.some((ring) => holeOf(nearestOn(ring, spot)) === holeOf(spot));
    });
}

/**
 * Finds the nearest spots of each ring that can be reached, nearest first. From a take-off position inside a flight
 * polygon these are spots of the others: a polygon is not left to enter it again.
 */
function gateFinder(
  ground: FlightGround,
): (from: Spot, own: Region | null) => (to: Spot) => readonly Gate[] {
  const inner = partsOf(ground.inner);
  const around = waysAround(ground.blocked);
  const outside = waysOutside(ground.flight, ground.blocked);
  const bounds = edgeGrid(ground.flight);
  /** A way that has entered the flight polygons does not leave them again, as over a corner of them. */
  const staysInside = (spots: readonly Spot[]) => {
    const first = spots.findIndex((spot) => isInside(ground.flight, spot));
    return spots.every((spot, i) => i <= first || !bounds.crosses(spots[i - 1]!, spot));
  };
  const holeOf = holeFinder(ground.blocked);
  const wayTo = (from: Spot, gate: Spot): Way | null => {
    // Else all corners would be searched before it is known that there is none.
    if (holeOf(from) !== holeOf(gate)) return null;
    const short = around.between(from, gate);
    if (!short || staysInside([...short.corners, gate])) return short;
    return outside.between(from, gate);
  };
  const gatesOf = (part: Region, from: Spot, own: Region | null): Gate[] => {
    const rings = part.filter((ring) => !own || !isInside(own, ring[0]!));
    const nearest = rings.map((ring) => nearestOn(ring, from));
    nearest.sort((a, b) => apart(a, from) - apart(b, from));
    const gates = nearest.slice(0, MOST_GATES).flatMap((spot): Gate[] => {
      const way = wayTo(from, spot);
      return way ? [{ spot, ...way }] : [];
    });
    return gates.toSorted((a, b) => a.metres - b.metres);
  };
  return (from, own) => {
    const known = new Map<Region, readonly Gate[]>();
    return (to) => {
      const part = partAt(inner, to);
      if (!part) return [];
      const gates = known.get(part) ?? gatesOf(part, from, own);
      known.set(part, gates);
      return gates;
    };
  };
}

/** The part around a spot; of one on an edge, as ends of lines are, the nearest. */
export function partAt(parts: readonly Region[], spot: Spot): Region | undefined {
  if (parts.length < 2) return parts[0];
  const around = parts.find((part) => isInside(part, spot));
  if (around) return around;
  const metres = parts.map(([outer]) => apart(nearestOn(outer!, spot), spot));
  return parts[metres.indexOf(Math.min(...metres))];
}

function nearestOn(ring: readonly Spot[], [x, y]: Spot): Spot {
  let best: Spot = ring[0]!;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const [dx, dy] = [bx - ax, by - ay];
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
    const part = Math.min(1, Math.max(0, along));
    const spot: Spot = [ax + part * dx, ay + part * dy];
    if (apart(spot, [x, y]) < apart(best, [x, y])) best = spot;
  }
  return best;
}

const apart = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);
