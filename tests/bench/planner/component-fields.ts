// Fields with components for the planner's bench, in several shapes and on hills, and what photos show of them by a
// count that shares no code with the planner.
import type { FlightTarget } from "../../../src/domain/flight/area/flight-target.ts";
import {
  areasOf,
  PLACE,
  rectangle,
} from "../../../src/domain/flight/plan/flight-fields.fixture.ts";
import type {
  FlightAreas,
  FlightRoute,
  Place,
} from "../../../src/domain/flight/route/flight-route.ts";
import { planeAt } from "../../../src/domain/geometry/plane.ts";

type Spot = readonly [x: number, y: number];
type Component = { readonly at: Spot; readonly length: number; readonly width: number };

export type ComponentField = {
  readonly name: string;
  readonly areas: FlightAreas;
  readonly target: FlightTarget;
  readonly components: readonly Component[];
  /** Radians from east of the long side of all components. */
  readonly rotation: number;
  readonly elevation?: (place: Place) => number;
};

/** Metres around the components: what a planner is advised to leave for turns. */
const MARGIN_M = 25;
const NORTH = Math.PI / 2;
const plane = planeAt(PLACE);

type Layout = {
  readonly columns: number;
  readonly rows: number;
  readonly step: Spot;
  readonly size: readonly [length: number, width: number];
  readonly rotation: number;
  readonly keeps?: (column: number, row: number) => boolean;
};

function layOut({ columns, rows, step, size, keeps = () => true }: Layout): Component[] {
  return Array.from({ length: columns * rows }, (_, i): Component | null => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    if (!keeps(column, row)) return null;
    return { at: [column * step[0], row * step[1]], length: size[0], width: size[1] };
  }).filter((one) => one !== null);
}

function targetOf(components: readonly Component[], rotation: number): FlightTarget {
  const of = (value: (one: Component) => number) => Float32Array.from(components, value);
  return {
    origin: PLACE,
    geometry: {
      count: components.length,
      centreX: of(({ at }) => at[0]),
      centreY: of(({ at }) => at[1]),
      length: of(({ length }) => length),
      width: of(({ width }) => width),
      rotation: of(() => rotation),
    },
  };
}

/** The box around some components, with the margin. */
function boxAround(components: readonly Component[], rotation: number): readonly Spot[] {
  const [cos, sin] = [Math.abs(Math.cos(rotation)), Math.abs(Math.sin(rotation))];
  const reach = (pick: 0 | 1, sense: 1 | -1) =>
    Math.max(
      ...components.map(({ at, length, width }) => {
        const half = pick === 0 ? length * cos + width * sin : length * sin + width * cos;
        return sense * at[pick] + half / 2;
      }),
    ) + MARGIN_M;
  const [west, south] = [-reach(0, -1), -reach(1, -1)];
  return rectangle(reach(0, 1) - west, reach(1, 1) - south, west, south);
}

/** Trackers of 40 m, tables that face the equator, and collectors of 148.5 m. */
const trackers = { step: [6, 44], size: [40, 2.2], rotation: NORTH } as const;
const tables = { step: [23, 5.5], size: [22, 2.1], rotation: 0 } as const;

function fieldOf(
  name: string,
  layout: Layout,
  more: Partial<Pick<ComponentField, "elevation">> & {
    readonly no_fly?: readonly (readonly Spot[])[];
    /** Parts of the flight polygon by their components; absent: one box around all. */
    readonly parts?: (components: readonly Component[]) => readonly (readonly Component[])[];
  } = {},
): ComponentField {
  const components = layOut(layout);
  const { rotation } = layout;
  const parts = more.parts?.(components) ?? [components];
  const rings = parts.map((part) => boxAround(part, rotation));
  const [west, south] = rings[0]![0]!;
  return {
    name,
    areas: areasOf(rings, more.no_fly ?? [], [west + 2, south + 2]),
    target: targetOf(components, rotation),
    components,
    rotation,
    ...(more.elevation && { elevation: more.elevation }),
  };
}

const hill =
  (height: number, reach: number) =>
  (place: Place): number => {
    const [x, y] = plane.toPlane(place[0], place[1]);
    return 500 + height * Math.exp(-((x - 60) ** 2 + (y - 90) ** 2) / (2 * reach ** 2));
  };
const slope =
  (percent: number) =>
  (place: Place): number =>
    500 + (percent / 100) * plane.toPlane(place[0], place[1])[0];

/** Twenty fields: blocks, L, holes, thin ones and hills, of trackers and of fixed tables. */
export function componentFields(): ComponentField[] {
  const kinds = [
    ["trackers", trackers, 6, 44],
    ["tables", tables, 23, 5.5],
  ] as const;
  return kinds.flatMap(([kind, of, east, north]) => {
    const [columns, rows] = [Math.round(240 / east), Math.round(264 / north)];
    const block = { ...of, columns, rows };
    const half = (column: number, row: number) => column < columns / 2 || row < rows / 2;
    const isSouth = ({ at }: Component) => at[1] < (rows / 2) * north;
    const around = (column: number, row: number) =>
      Math.abs(column - columns / 2) * east > 30 || Math.abs(row - rows / 2) * north > 50;
    const middle: Spot = [(columns / 2) * east, (rows / 2) * north];
    const hole = rectangle(36, 60, middle[0] - 18, middle[1] - 30);
    return [
      fieldOf(`${kind}, block`, block),
      fieldOf(`${kind}, large block`, { ...block, columns: 2 * columns, rows: 2 * rows }),
      fieldOf(
        `${kind}, L`,
        { ...block, keeps: half },
        {
          parts: (all) => [
            all.filter(isSouth),
            all.filter(({ at }) => at[0] < (columns / 2) * east),
          ],
        },
      ),
      fieldOf(`${kind}, no-fly hole`, { ...block, keeps: around }, { no_fly: [hole] }),
      fieldOf(`${kind}, thin north`, { ...block, columns: Math.round(24 / east) + 1 }),
      fieldOf(`${kind}, thin east`, { ...block, rows: Math.max(1, Math.round(44 / north)) }),
      fieldOf(`${kind}, gaps`, {
        ...block,
        keeps: (column, row) => (column * 7 + row * 3) % 5 !== 0,
      }),
      fieldOf(`${kind}, hill of 25 m`, block, { elevation: hill(25, 90) }),
      fieldOf(`${kind}, slope of 12 %`, block, { elevation: slope(12) }),
      fieldOf(`${kind}, steps`, {
        ...block,
        keeps: (column, row) => column * east < 60 + row * north,
      }),
    ];
  });
}

/** Focal length and size of the thermal camera of the M3T in pixels, as published. */
const CAMERA = { focal: 765.35, across: 640, along: 512 };

/**
 * Components of which a corner is in no photo. The frame lies along the line that is flown, as large as the height of
 * the photo above the ground makes it.
 */
export function unseenComponents(
  { components, rotation, elevation }: ComponentField,
  routes: readonly FlightRoute[],
): number {
  const frames = routes.flatMap((route) => framesOf(route, elevation));
  const isSeen = ([x, y]: Spot) =>
    frames.some((frame) => {
      const [dx, dy] = [x - frame.at[0], y - frame.at[1]];
      const along = Math.abs(dx * frame.cos + dy * frame.sin);
      const across = Math.abs(dy * frame.cos - dx * frame.sin);
      return along <= frame.length / 2 && across <= frame.width / 2;
    });
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  return components.filter(({ at: [x, y], length, width }) =>
    [-1, 1].some((a) =>
      [-1, 1].some((b) => {
        const [along, across] = [(a * length) / 2, (b * width) / 2];
        return !isSeen([x + along * cos - across * sin, y + along * sin + across * cos]);
      }),
    ),
  ).length;
}

function framesOf(
  { waypoints, photo_runs, take_off }: FlightRoute,
  elevation: ComponentField["elevation"],
) {
  const floor = elevation?.(take_off.place) ?? 0;
  return photo_runs.flatMap((run) => {
    const corners = waypoints.slice(run.from, run.to + 1);
    const spots = corners.map(({ place }): Spot => plane.toPlane(place[0], place[1]));
    let before = 0;
    return spots.slice(1).flatMap((to, i) => {
      const from = spots[i]!;
      const metres = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const [cos, sin] = [(to[0] - from[0]) / metres, (to[1] - from[1]) / metres];
      const first = Math.ceil((before - 1e-6) / run.distance_m) * run.distance_m - before;
      const frames = [];
      for (let along = first; along <= metres + 1e-6; along += run.distance_m) {
        const at: Spot = [from[0] + along * cos, from[1] + along * sin];
        const height =
          corners[i]!.height_m +
          (along / metres) * (corners[i + 1]!.height_m - corners[i]!.height_m);
        const place = plane.toLonLat(at[0], at[1]);
        const above = height - ((elevation?.(place) ?? floor) - floor);
        frames.push({
          at,
          cos,
          sin,
          length: (above * CAMERA.along) / CAMERA.focal,
          width: (above * CAMERA.across) / CAMERA.focal,
        });
      }
      before += metres;
      return frames;
    });
  });
}
