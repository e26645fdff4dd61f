// Files of random campaigns on hills, flown by a simulator that shares no code with the planner and its formats.
import { beforeAll, describe, expect, it } from "vitest";
import { writeArrayBuffer } from "geotiff";
import {
  areasOf,
  PLACE,
  rectangle,
  takeOffAt,
} from "../src/domain/flight/plan/flight-fields.fixture.ts";
import { routeFiles } from "../src/domain/flight/format/route-export.ts";
import type { RouteFormat } from "../src/domain/flight/format/route-format.ts";
import type { FlightTarget } from "../src/domain/flight/area/flight-target.ts";
import { elevationAt } from "../src/domain/flight/ground/elevation.ts";
import { planFlight } from "../src/domain/flight/plan/flight-plan.ts";
import { defaultFlightSettings } from "../src/domain/flight/plan/flight-settings.ts";
import { heightProblems } from "../src/domain/flight/route/route-check.ts";
import { routeProblems } from "../src/domain/flight/route/route-change.ts";
import { readElevationFile } from "../src/server/flight/elevation-file.ts";
import { patient } from "./fixtures/patience.ts";
import { randomFrom } from "./fixtures/random.ts";
import { isRelease } from "./fixtures/rounds.ts";
import type { LonLat, Mission, PhotoLeg, Stop } from "./flight-simulator/mission.ts";
import { readDji } from "./flight-simulator/read-dji.ts";
import { readLitchiFile, readLitchiTable } from "./flight-simulator/read-litchi.ts";
import { readMap } from "./flight-simulator/read-map.ts";
import { readPlan } from "./flight-simulator/read-plan.ts";
import {
  judged,
  rules,
  type Place,
  type Promised,
  type Rule,
  type Sortie,
} from "./flight-simulator/rules.ts";
import { readTerrain } from "./flight-simulator/terrain.ts";

const CAMPAIGNS = isRelease ? 30 : 3;
const NOON = Date.UTC(2026, 0, 15, 15, 30);

const readers: Readonly<Record<RouteFormat, (bytes: Uint8Array) => Mission>> = {
  kmz: readDji,
  csv: readLitchiTable,
  lchm: readLitchiFile,
  plan: readPlan,
  kml: (bytes) => readMap(bytes, "kml"),
  geojson: (bytes) => readMap(bytes, "geojson"),
};
const formats = Object.keys(readers) as RouteFormat[];

/** Thermal cameras as their makers publish them, in pixels. */
const drones = {
  M3T: { focal_px: 765.35, battery_min: 45 },
  M30T: { focal_px: 740.95, battery_min: 41 },
  M4T: { focal_px: 1012.2, battery_min: 49 },
} as const;

const [STEP, SIDE] = [0.0002, 160];
const [WEST, NORTH] = [-70.128, -18.87];

/** A GeoTIFF of ridges and valleys. */
function hills(random: () => number): Uint8Array {
  const height = 10 + 25 * random();
  const [a, b, c] = [3 + 6 * random(), 4 + 8 * random(), 6 * random()];
  // Small hills make many waypoints.
  const small = 10 * random();
  const heights = Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [column, row] = [at % SIDE, Math.floor(at / SIDE)];
    const large = height * Math.sin(column / a + c) * Math.cos(row / b);
    return 1200 + large + small * Math.sin(column / 1.1) * Math.sin(row / 1.3);
  });
  const bytes = writeArrayBuffer(heights, {
    width: SIDE,
    height: SIDE,
    SampleFormat: [3],
    BitsPerSample: [32],
    GTModelTypeGeoKey: 2,
    GeographicTypeGeoKey: 4326,
    GTRasterTypeGeoKey: 1,
    ModelPixelScale: [STEP, STEP, 0],
    ModelTiepoint: [0, 0, 0, WEST, NORTH, 0],
  } as never);
  return new Uint8Array(bytes);
}

type Flown = {
  readonly format: RouteFormat;
  readonly sorties: Sortie[];
  readonly place: Place;
  readonly promise: Promised;
};

const [LONG_M, WIDE_M, PITCH_M] = [40, 2.4, 6.5];
/** The south-west corner of a table, in metres. */
type Table = readonly [x: number, y: number];
type Block = readonly (readonly [number, number])[];

/** Rows of tables from south to north, none within 10 m of a no-fly polygon. */
function tablesIn(width: number, height: number, holes: readonly Block[]): Table[] {
  const tables: Table[] = [];
  for (let x = 3; x + WIDE_M < width - 3; x += PITCH_M)
    for (let y = 3; y + LONG_M < height - 3; y += LONG_M + 2) tables.push([x, y]);
  const isNear = ([x, y]: Table) =>
    holes.some((hole) => {
      const [west, east] = [Math.min(...hole.map(([a]) => a)), Math.max(...hole.map(([a]) => a))];
      const [south, north] = [
        Math.min(...hole.map(([, b]) => b)),
        Math.max(...hole.map(([, b]) => b)),
      ];
      return x + WIDE_M > west - 10 && x < east + 10 && y + LONG_M > south - 10 && y < north + 10;
    });
  return tables.filter((table) => !isNear(table));
}

function targetOf(tables: readonly Table[]): FlightTarget {
  const column = (of: (table: Table) => number) => Float32Array.from(tables, of);
  return {
    origin: PLACE,
    geometry: {
      count: tables.length,
      centreX: column(([x]) => x + WIDE_M / 2),
      centreY: column(([, y]) => y + LONG_M / 2),
      length: column(() => LONG_M),
      width: column(() => WIDE_M),
      rotation: column(() => Math.PI / 2),
    },
  };
}

const cornersOf = ([x, y]: Table): LonLat[] =>
  [0, WIDE_M].flatMap((dx) => [0, LONG_M].map((dy) => takeOffAt(x + dx, y + dy).place));

/** A campaign over a random area, in the files of every format. */
async function campaign(seed: number): Promise<Flown[]> {
  const random = randomFrom(seed);
  const file = hills(random);
  const grid = await readElevationFile(file, [-70.2, -19, -70, -18.8]);
  const elevation = elevationAt(grid);
  const [width, height] = [120 + 300 * random(), 100 + 250 * random()];
  const holes = Array.from({ length: Math.floor(4 * random()) }, () =>
    rectangle(15 + 25 * random(), 15 + 25 * random(), width * random(), height * random()),
  );
  const takeOff = [-20 - 400 * random(), 40 - 200 * random()] as const;
  const areas = areasOf([rectangle(width, height)], holes, takeOff);
  const model = (["M3T", "M30T", "M4T"] as const)[seed % 3]!;
  const { focal_px, battery_min } = drones[model];
  const gsd = seed % 2 === 0 ? 0.03 : 0.055;
  // A narrow tolerance makes more waypoints than a mission of the flight app has.
  const tolerance_m = seed % 3 === 2 ? 0.8 : 3;
  const settings = {
    ...defaultFlightSettings(model, ["pv_thermal"], NOON + 3_600_000 * Math.floor(4 * random())),
    terrain_tolerance_m: tolerance_m,
    thermal_gsd_m: gsd,
    interpolate_curves: random() < 0.7,
  };
  const light = { place: areas.take_offs[0]!.place, time_zone: "America/Santiago", mountings: [] };
  const tables = seed % 3 === 0 ? tablesIn(width, height, holes) : [];
  const target = tables.length > 0 ? targetOf(tables) : null;
  const plan = planFlight({ name: `Hill ${seed}`, areas, target, settings, elevation, light });
  expect(plan.problems).toEqual([]);
  expect(plan.routes.length).toBeGreaterThan(0);
  // The server asks the same before an export.
  for (const route of plan.routes)
    expect([
      ...routeProblems(route, areas),
      ...heightProblems(route, { elevation, ceiling_m: null }),
    ]).toEqual([]);
  const outer = areas.flight.map(([ring]) => ring!);
  const place: Place = {
    ground: readTerrain(file),
    home: areas.take_offs[0]!.place,
    flight: outer,
    noFly: areas.no_fly.map(([ring]) => ring!),
  };
  const promise: Promised = {
    altitude_m: gsd * focal_px,
    lens: { width_px: 640, height_px: 512, focal_px, exposure_s: 0.01 },
    battery_min,
    reserve_percent: 25,
    blur_px: 1,
    front_percent: 75,
    side_percent: 45,
    tolerance_m,
    light_w_m2: 600,
    targets: tables.length > 0 ? tables.map(cornersOf) : null,
  };
  const options = { areas, elevation, created_ms: NOON };
  return formats.map((format) => ({
    format,
    place,
    promise,
    sorties: plan.routes.flatMap((route) =>
      routeFiles(route, format, options).map(({ bytes }): Sortie => {
        return { mission: readers[format](bytes), start_ms: route.start_ms };
      }),
    ),
  }));
}
describe("files of campaigns on hills", () => {
  it.each(Array.from({ length: CAMPAIGNS }, (_, i) => i + 1))(
    "are flown without a fault: campaign %i",
    { timeout: patient(120_000) },
    async (seed) => {
      const found = (await campaign(seed)).flatMap(({ sorties, place, promise }) =>
        judged(sorties, place, promise).map(({ rule, says }) => `${rule}, ${says}`),
      );
      expect(found).toEqual([]);
    },
  );
});

type Broken = Pick<Flown, "sorties" | "place">;

/** The flights with other stops. */
const withStops = (
  { sorties, place }: Broken,
  change: (stop: Stop, at: number) => Stop,
): Broken => {
  const changed = sorties.map(({ mission, start_ms }) => {
    return { start_ms, mission: { ...mission, stops: mission.stops.map(change) } };
  });
  return { place, sorties: changed };
};

const withPhotos = (
  { sorties, place }: Broken,
  change: (legs: PhotoLeg[]) => PhotoLeg[],
): Broken => {
  const changed = sorties.map(({ mission, start_ms }) => {
    return { start_ms, mission: { ...mission, photos: change([...mission.photos]) } };
  });
  return { place, sorties: changed };
};

/** A mast of 150 m between the take-off position and the first photo. */
function withMast({ sorties, place }: Broken): Broken {
  const [{ mission }] = sorties as [Sortie];
  const first = mission.stops[mission.photos[0]!.from]!.at;
  const middle = place.home.map((value, axis) => (value + first[axis]!) / 2) as [number, number];
  const isNear = (at: LonLat) => Math.hypot(at[0] - middle[0], at[1] - middle[1]) < 2e-4;
  return {
    sorties,
    place: { ...place, ground: (at) => place.ground(at) + (isNear(at) ? 150 : 0) },
  };
}

/** A square of about 20 m around a place. */
function around([lon, lat]: LonLat): LonLat[] {
  const part = 1e-4;
  const corners = [-1, 1].flatMap((x) =>
    [-x, x].map((y): LonLat => [lon + x * part, lat + y * part]),
  );
  return [...corners, corners[0]!];
}

/** What breaks each rule. */
const breaks: Readonly<Record<Rule, (flown: Broken) => Broken>> = {
  clearance: (flown) => withStops(flown, (stop) => ({ ...stop, height_m: stop.height_m - 24 })),
  "way home": withMast,
  battery: (flown) => withStops(flown, (stop) => ({ ...stop, speed_m_s: stop.speed_m_s / 6 })),
  blur: (flown) => withStops(flown, (stop) => ({ ...stop, speed_m_s: stop.speed_m_s * 1.3 })),
  "front overlap": (flown) =>
    withPhotos(flown, (legs) => legs.map((leg) => ({ ...leg, every_m: 1.4 * leg.every_m }))),
  "side overlap": (flown) => withPhotos(flown, (legs) => legs.filter((_, i) => i % 2 === 0)),
  coverage: (flown) => withPhotos(flown, (legs) => legs.slice(3)),
  "no-fly": ({ sorties, place }) => {
    const stops = sorties[0]!.mission.stops;
    const ring = around(stops[stops.length >> 1]!.at);
    return { sorties, place: { ...place, noFly: [...place.noFly, ring] } };
  },
  outside: (flown) =>
    withStops(flown, (stop, at) =>
      at === 4 ? { ...stop, at: [stop.at[0], stop.at[1] - 0.01] } : stop,
    ),
  light: ({ sorties, place }) => ({
    place,
    sorties: sorties.map((sortie) => ({ ...sortie, start_ms: sortie.start_ms + 9 * 3_600_000 })),
  }),
};

describe("a rule that is broken on purpose", () => {
  let flown: Flown;
  beforeAll(async () => {
    [flown] = (await campaign(2)) as [Flown];
  });

  it.each(rules)("is found: %s", (rule) => {
    const { sorties, place } = breaks[rule](flown);
    const found = judged(sorties, place, flown.promise).map((one) => one.rule);
    expect(found).toContain(rule);
  });
});
