import { describe, expect, it } from "vitest";
import { aircraft } from "../plan/aircraft.ts";
import {
  advisedPitch,
  DAY_STEP_MS,
  flightDay,
  isWithin,
  lightDuring,
  type FlightDayInput,
} from "./flight-day.ts";

const HOUR = 3_600_000;
const at = (iso: string) => Date.parse(iso);
const madrid: FlightDayInput = {
  time_ms: at("2026-06-21T09:00:00Z"),
  time_zone: "Europe/Madrid",
  place: [-3.7, 40.4],
  mountings: [{ kind: "fixed", tilt_deg: 0, azimuth_deg: 180 }],
  camera: aircraft.M3T.thermal,
  gimbal_pitch_deg: -90,
  headings_deg: [],
  directions_deg: [],
};

describe("the day of a flight", () => {
  it("runs from midnight to midnight by the clock at the plant", () => {
    const { points } = flightDay(madrid);
    expect(points[0]!.time_ms).toBe(at("2026-06-20T22:00:00Z"));
    expect(points.at(-1)!.time_ms).toBe(at("2026-06-21T22:00:00Z"));
    expect(points[1]!.time_ms - points[0]!.time_ms).toBe(DAY_STEP_MS);
  });

  // Sunrise 06:44 and sunset 21:48 in Madrid on that day (timeanddate.com); refraction lifts the sun by half a
  // degree, which is about four minutes here.
  it("is light between the published sunrise and sunset", () => {
    const [light] = flightDay(madrid).daylight_spans;
    expect(Math.abs(light!.from_ms - at("2026-06-21T04:44:00Z"))).toBeLessThan(0.17 * HOUR);
    expect(Math.abs(light!.to_ms - at("2026-06-21T19:48:00Z"))).toBeLessThan(0.17 * HOUR);
  });

  it("is bright where 600 W/m2 are reached, and at no other time", () => {
    const { points, irradiance_spans } = flightDay(madrid);
    expect(irradiance_spans).toHaveLength(1);
    for (const { time_ms, irradiance_w_m2 } of points) {
      const span = { from_ms: time_ms, to_ms: time_ms };
      expect(isWithin(irradiance_spans, span)).toBe(irradiance_w_m2 >= 600);
    }
    const winter = flightDay({ ...madrid, time_ms: at("2026-12-21T09:00:00Z") });
    expect(winter.irradiance_spans).toEqual([]);
  });

  // A level module mirrors the sun straight up where the zenith angle is below half the view: 28.2 degrees for the
  // M3T's thermal camera, so around noon in June; a facing tilt of 20 degrees moves it to a sun of 50 degrees.
  it("mirrors the sun into the camera around noon over level modules, and never in winter", () => {
    const { glint_free_spans } = flightDay(madrid);
    expect(glint_free_spans).toHaveLength(2);
    const [morning, evening] = glint_free_spans!;
    const noon = (morning!.to_ms + evening!.from_ms) / 2;
    expect(Math.abs(noon - at("2026-06-21T12:17:00Z"))).toBeLessThan(0.2 * HOUR);
    const { elevation_deg } = flightDay(madrid).points.find(
      ({ time_ms }) => time_ms === morning!.to_ms,
    )!;
    expect(Math.abs(90 - elevation_deg - 28.4)).toBeLessThan(1.2);
    const winter = flightDay({ ...madrid, time_ms: at("2026-12-21T09:00:00Z") });
    expect(winter.glint_free_spans).toEqual(winter.daylight_spans);
    expect(flightDay({ ...madrid, camera: null }).glint_free_spans).toHaveLength(1);
  });

  // At 12:17 UTC the sun stands 73 degrees high in the south: level glass mirrors it to 17 degrees beside the vertical, towards
  // the north. A camera over lines from south to north looks north, stands south of what it sees and needs 28.5 - 17 = 11.5
  // degrees. Over lines from west to east cos(tilt) x cos(17) must be less than cos(28.5): 23.2 degrees.
  it("advises the pitch nearest to straight down for where the camera looks", () => {
    const noon = at("2026-06-21T12:17:00Z");
    const span = { from_ms: noon, to_ms: noon };
    const advised = (directions_deg: number[], of = span) =>
      advisedPitch({ ...madrid, directions_deg }, [of]);
    expect(advised([0])).toBe(-78);
    expect(advised([90])).toBe(-66);
    expect(advised([0, 90])).toBe(-66);
    expect(advised([])).toBeNull();
    // Of two days the one that asks for more.
    const later = { from_ms: noon + 30 * 24 * HOUR, to_ms: noon + 30 * 24 * HOUR };
    expect(advisedPitch({ ...madrid, directions_deg: [0] }, [later, span])).toBe(-78);
    // Over an hour on both sides the sun is lower: nearer to the view's edge, and less is asked for.
    const day = { from_ms: noon - 2 * HOUR, to_ms: noon + 2 * HOUR };
    expect(advised([0], day)).toBeLessThanOrEqual(-78);
    expect(advised([0], { from_ms: noon - 5 * HOUR, to_ms: noon - 5 * HOUR })).toBe(-90);
    const tilted = flightDay({ ...madrid, gimbal_pitch_deg: -77, headings_deg: [0] });
    expect(tilted.glint_free_spans).toEqual(tilted.daylight_spans);
    const other = flightDay({ ...madrid, gimbal_pitch_deg: -77, headings_deg: [180] });
    expect(other.points.filter(({ glint }) => glint).length).toBeGreaterThan(12);
    // Before the lines are planned it is not known.
    const unknown = flightDay({ ...madrid, gimbal_pitch_deg: -77 });
    expect(unknown.glint_free_spans).toBeNull();
    expect(lightDuring(unknown, span, { least: 600, isKnown: true })).toBe("light");
  });

  it("counts the least light of rows that face east and west", () => {
    const row = { kind: "fixed", tilt_deg: 15 } as const;
    const both = flightDay({
      ...madrid,
      mountings: [
        { ...row, azimuth_deg: 90 },
        { ...row, azimuth_deg: 270 },
      ],
    });
    const east = flightDay({ ...madrid, mountings: [{ ...row, azimuth_deg: 90 }] });
    for (const [i, { irradiance_w_m2 }] of both.points.entries()) {
      expect(irradiance_w_m2).toBeLessThanOrEqual(east.points[i]!.irradiance_w_m2);
    }
  });
});

describe("the light of a campaign in a June of Santiago", () => {
  // At noon the sun stands 33 degrees high: about 500 W/m2 on level modules, and over 750 on those at 30 degrees north.
  const of = (mountings: FlightDayInput["mountings"], hour: number, least: number | null = 600) => {
    const time_ms = at("2026-06-21T00:00:00Z") + hour * HOUR;
    const day = flightDay({
      time_ms,
      time_zone: "America/Santiago",
      place: [-70.65, -33.45],
      mountings,
      camera: null,
      gimbal_pitch_deg: -90,
      headings_deg: [],
      directions_deg: [],
    });
    const span = { from_ms: time_ms, to_ms: time_ms + HOUR / 3 };
    return lightDuring(day, span, { least, isKnown: mountings.length > 0 });
  };
  const fixed = (tilt_deg: number) => [{ kind: "fixed" as const, tilt_deg, azimuth_deg: 0 }];

  it("is a doubt and no verdict where it is not known how the modules face", () => {
    expect(of([], 16)).toBe("unsure");
    expect(of(fixed(0), 16)).toBe("dark");
    expect(of(fixed(30), 16)).toBe("fits");
    // An hour after sunrise no module has it.
    expect(of([], 12.3)).toBe("dark");
    expect([of([], 16, null), of([], 2, null)]).toEqual(["light", "night"]);
  });
});
