// What a flight photographs: components of the digital twin as rectangles on the plane of the plan.
import type { Geometry } from "../../component/component-index.ts";
import { groundRectangles } from "../../geometry/ground-geometry.ts";
import type { LonLat, Plane } from "../../geometry/plane.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { isInside, type FlightGround } from "../ground/flight-ground.ts";

/** Components of one level of the twin: trackers or tables of PV, collector assemblies of troughs. */
export type FlightTarget = {
  /** Of the twin's plane. */
  readonly origin: LonLat;
  readonly geometry: Pick<
    Geometry,
    "count" | "centreX" | "centreY" | "length" | "width" | "rotation"
  >;
};

/** A component: its long side lies along `rotation` (radians, counter-clockwise from east). */
export type Box = {
  /** Row of the component in its level. */
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly width: number;
  readonly rotation: number;
};

/**
 * The settings for a plant with these components: geometry flights show its longest collector whole.
 * @param target null: the length of the settings stays
 */
export function settingsOver(
  settings: FlightSettings,
  target: FlightTarget | null,
): FlightSettings {
  const longest = target?.geometry.length.reduce((most, one) => Math.max(most, one), 0) ?? 0;
  if (longest === 0) return settings;
  // The lengths of a twin are stored with seven digits.
  return { ...settings, sca_length_m: Math.round(longest * 1000) / 1000 };
}

/** The components that exist, in metres on the plane of a plan. */
export function boxesOf({ origin, geometry }: FlightTarget, plane: Plane): Box[] {
  const rectangleAt = groundRectangles(geometry, origin, plane);
  const boxes: Box[] = [];
  for (let row = 0; row < geometry.count; row++) {
    if (geometry.length[row] !== 0) boxes.push({ row, ...rectangleAt(row) });
  }
  return boxes;
}

/**
 * The components that a flight is meant to photograph: those whose middle lies inside the flight polygons. One below
 * a no-fly polygon counts, as it is to be measured and may not be seen.
 */
export function boxesInside(
  target: FlightTarget,
  { plane, flight }: Pick<FlightGround, "plane" | "flight">,
): Box[] {
  return boxesOf(target, plane).filter(({ x, y }) => isInside(flight, [x, y]));
}

/** Each box as its two halves along its axis. */
export function halves(boxes: readonly Box[]): Box[] {
  return boxes.flatMap((box) => {
    const [dx, dy] = [Math.cos(box.rotation), Math.sin(box.rotation)];
    return [-1, 1].map((side) => ({
      ...box,
      x: box.x + (side * box.length * dx) / 4,
      y: box.y + (side * box.length * dy) / 4,
      length: box.length / 2,
    }));
  });
}

/** Components turned by less than this are flown with the same lines. */
const SAME_DIRECTION = (3 * Math.PI) / 180;

/** The boxes by the direction of their long side, radians from 0 to pi. */
export function byDirection(boxes: readonly Box[]): { direction: number; boxes: Box[] }[] {
  const groups: { direction: number; boxes: Box[] }[] = [];
  for (const box of boxes) {
    const group = groups.find(({ direction }) => between(direction, box.rotation) < SAME_DIRECTION);
    if (group) group.boxes.push(box);
    else groups.push({ direction: box.rotation, boxes: [box] });
  }
  return groups;
}

/** Angle between two axes, 0 to a right angle. */
function between(a: number, b: number): number {
  const turn = Math.abs(a - b) % Math.PI;
  return Math.min(turn, Math.PI - turn);
}
