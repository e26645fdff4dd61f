// Ways between the take-off positions and the lines.
import { edgeGrid } from "../plan/edge-grid.ts";
import { partsOf } from "../area/flight-field.ts";
import { isInside, type FlightGround, type Region, type Spot } from "../ground/flight-ground.ts";
import type { TakeOff } from "./flight-route.ts";
import { waysAround, waysOutside, type Way, type WayFinder } from "./flight-way.ts";

export type HomeWay = {
  /** Index of the take-off position. */
  readonly take_off: number;
  readonly metres: number;
  /** Corners from the take-off position to the line, both ends excluded. */
  readonly corners: readonly Spot[];
};

export type Homes = {
  readonly spots: readonly Spot[];
  /** The shortest way from the take-off position to the spot; null: there is none. */
  to(spot: Spot, take_off: number): HomeWay | null;
};

/** Where ways from a take-off position outside enter what is free. */
type Gate = { readonly spot: Spot; readonly metres: number; readonly corners: readonly Spot[] };

/** Gates that are tried one after the other. */
const MOST_GATES = 12;

export function homesOf(
  takeOffs: readonly TakeOff[],
  ground: FlightGround,
  ways: WayFinder,
): Homes {
  const spots = takeOffs.map(({ place }): Spot => ground.plane.toPlane(place[0], place[1]));
  const gatesFrom = gateFinder(ground);
  const parts = partsOf(ground.flight);
  /** The flight polygon around each take-off position; null: it lies outside. */
  const own = spots.map((spot) =>
    isInside(ground.inner, spot) ? (parts.find((part) => isInside(part, spot)) ?? null) : null,
  );
  const gates = spots.map((spot, i) => gatesFrom(spot, own[i] ?? null));
  const memory = new Map<string, HomeWay | null>();
  const find = (spot: Spot, take_off: number): HomeWay | null => {
    const from = spots[take_off]!;
    const polygon = own[take_off];
    if (polygon && isInside(polygon, spot)) {
      const way = ways.between(from, spot);
      return way && { take_off, ...way };
    }
    let best: HomeWay | null = null;
    for (const gate of gates[take_off]!) {
      // No way is shorter than the straight one.
      if (gate.metres + apart(gate.spot, spot) >= (best?.metres ?? Infinity)) continue;
      const way = ways.between(gate.spot, spot);
      const metres = gate.metres + (way?.metres ?? Infinity);
      if (!way || metres >= (best?.metres ?? Infinity)) continue;
      best = { take_off, metres, corners: [...gate.corners, gate.spot, ...way.corners] };
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

/**
 * Finds the nearest spots of each ring that can be reached, nearest first. From a take-off position inside a flight
 * polygon these are spots of the others: a polygon is not left to enter it again.
 */
function gateFinder(ground: FlightGround): (from: Spot, own: Region | null) => Gate[] {
  const around = waysAround(ground.blocked);
  const outside = waysOutside(ground.flight, ground.blocked);
  const bounds = edgeGrid(ground.flight);
  /** A way that has entered the flight polygons does not leave them again, as over a corner of them. */
  const staysInside = (spots: readonly Spot[]) => {
    const first = spots.findIndex((spot) => isInside(ground.flight, spot));
    return spots.every((spot, i) => i <= first || !bounds.crosses(spots[i - 1]!, spot));
  };
  const wayTo = (from: Spot, gate: Spot): Way | null => {
    const short = around.between(from, gate);
    if (!short || staysInside([...short.corners, gate])) return short;
    return outside.between(from, gate);
  };
  return (from, own) => {
    const rings = ground.inner.filter((ring) => !own || !isInside(own, ring[0]!));
    const nearest = rings.map((ring) => nearestOn(ring, from));
    nearest.sort((a, b) => apart(a, from) - apart(b, from));
    const gates = nearest.slice(0, MOST_GATES).flatMap((spot): Gate[] => {
      const way = wayTo(from, spot);
      return way ? [{ spot, ...way }] : [];
    });
    return gates.toSorted((a, b) => a.metres - b.metres);
  };
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
