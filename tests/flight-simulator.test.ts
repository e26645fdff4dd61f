// Files of random campaigns on hills, flown by a simulator that shares no code with the planner and its formats.
import { beforeAll, describe, expect, it } from "vitest";
import { hillCampaign, type Flown } from "./fixtures/hill-campaign.ts";
import { patient } from "./fixtures/patience.ts";
import { isRelease } from "./fixtures/rounds.ts";
import { fly } from "./flight-simulator/kinematics.ts";
import type { LonLat, PhotoLeg, Stop } from "./flight-simulator/mission.ts";
import { judged, rules, type Rule, type Sortie } from "./flight-simulator/rules.ts";
import { batteryOf, crafts } from "./flight-simulator/wind.ts";
import { mostWind } from "../src/domain/flight/time/flight-wind.ts";

/** What two time models may differ by, in percent of the battery. */
const MODEL_PERCENT = 2.5;
const CAMPAIGNS = isRelease ? 30 : 3;

describe("files of campaigns on hills", () => {
  it.each(Array.from({ length: CAMPAIGNS }, (_, i) => i + 1))(
    "are flown without a fault: campaign %i",
    { timeout: patient(120_000) },
    async (seed) => {
      const flown = await hillCampaign(seed);
      const found = flown.flatMap(({ sorties, place, promise }) =>
        judged(sorties, place, promise).map(({ rule, says }) => `${rule}, ${says}`),
      );
      expect(found).toEqual([]);
      // The plan's time has the climb, the ways and the landing in it.
      const { sorties, place, promise, routes } = flown.find(({ format }) => format === "kmz")!;
      for (const [i, { mission }] of sorties.entries()) {
        const late = fly(mission, place.home, place.ground).seconds - routes[i]!.duration_s;
        expect(Math.abs(late) / promise.battery_min / 0.6).toBeLessThan(MODEL_PERCENT);
      }
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
  obstacle: ({ sorties, place }) => {
    const stops = sorties[0]!.mission.stops;
    const mast = { places: [stops[stops.length >> 1]!.at], height_m: 30 };
    return { sorties, place: { ...place, obstacles: [mast] } };
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
    [flown] = (await hillCampaign(2)) as [Flown];
  });

  it.each(rules)("is found: %s", (rule) => {
    const { sorties, place } = breaks[rule](flown);
    const found = judged(sorties, place, flown.promise).map((one) => one.rule);
    expect(found).toContain(rule);
  });
});

/** Every side that wind may come from, not those that the planner tries. */
const sides = Array.from({ length: 14 }, (_, i) => 0.1 + (2 * Math.PI * i) / 14);
/** Percent of the battery that a sortie must land with in its wind. */
const LANDING_PERCENT = 10;
/** What the two models may differ by of a small battery: climbs and curves weigh more. */
const SMALL_PERCENT = 5;
/** Minutes and percent: small batteries with a small reserve decide in wind that the drone would allow. */
const small = { flight_time_min: 12, reserve_percent: 15 };

/** Percent of a small battery at landing of each sortie in a wind from its worst side. */
function landings({ sorties, place, model }: Flown, wind: number): number[] {
  const { best_min, hover_min, ...craft } = crafts[model];
  const share = small.flight_time_min / best_min;
  const left = batteryOf({ ...craft, best_min: best_min * share, hover_min: hover_min * share });
  return sorties.map(({ mission }) => {
    const flight = fly(mission, place.home, place.ground);
    return Math.min(
      ...sides.map((side) => left(flight, [wind * Math.cos(side), wind * Math.sin(side)])),
    );
  });
}

const windyCampaign = async (seed: number, wind_m_s: number | null) =>
  (await hillCampaign(seed, { ...small, wind_m_s })).find(({ format }) => format === "kmz")!;

describe("the wind in which a sortie can be flown", () => {
  it.each(Array.from({ length: CAMPAIGNS }, (_, i) => i + 1))(
    "leaves what the landing needs, and no more where the battery decides: campaign %i",
    { timeout: patient(120_000) },
    async (seed) => {
      const flown = await windyCampaign(seed, null);
      for (const [i, route] of flown.routes.entries()) {
        const { most_m_s, limit } = mostWind({ ...route, ...small });
        const left = (wind: number) => landings(flown, wind)[i]!;
        if (most_m_s !== null)
          expect(left(most_m_s)).toBeGreaterThan(LANDING_PERCENT - SMALL_PERCENT);
        if (limit === "battery")
          expect(left((most_m_s ?? -1.5) + 1.5)).toBeLessThan(LANDING_PERCENT + SMALL_PERCENT);
      }
    },
  );

  it("is kept by a plan that expects it, and not by one that does not", async () => {
    const [wind, seed] = [11, 3];
    const least = async (expected: number | null) =>
      Math.min(...landings(await windyCampaign(seed, expected), wind));
    expect(await least(wind)).toBeGreaterThan(LANDING_PERCENT - SMALL_PERCENT);
    expect(await least(null)).toBeLessThan(LANDING_PERCENT - SMALL_PERCENT);
  });
});
