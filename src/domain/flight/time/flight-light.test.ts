// Light limits of sorties, compared with published sunrise and sunset times instead of the planner's own sun.
import { describe, expect, it } from "vitest";
import { defaultFlightSettings, type FlightSettings } from "../plan/flight-settings.ts";
import type { FlightType } from "../route/flight-route.ts";
import {
  lightProblems,
  lightWarnings,
  lightWindows,
  startLightRefusal,
  unlitProblems,
  type FlightLight,
} from "./flight-light.ts";
import { flightDaysOf, litSchedule } from "./lit-schedule.ts";

const HOUR = 3_600_000;
const at = (iso: string) => Date.parse(iso);
/** Madrid: sunrise 06:44 and sunset 21:48 on 21 June, 08:34 and 17:51 on 21 December (timeanddate.com). */
const madrid: FlightLight = {
  place: [-3.7, 40.4],
  time_zone: "Europe/Madrid",
  mountings: [{ kind: "tracked", axis_deg: 0, most_tilt_deg: 60 }],
};
const level: FlightLight = {
  ...madrid,
  mountings: [{ kind: "fixed", tilt_deg: 0, azimuth_deg: 0 }],
};
/** Santiago in winter: the sun rises to 33 degrees, level modules get about 500 W/m2, and tilted ones 750. */
const santiago: FlightLight = {
  place: [-70.65, -33.45],
  time_zone: "America/Santiago",
  mountings: [],
};
const noon = "2026-06-21T16:30:00Z";
const mounted = (tilt_deg: number): FlightLight => ({
  ...santiago,
  mountings: [{ kind: "fixed", tilt_deg, azimuth_deg: 0 }],
});

const faults = (
  start_at: string | null,
  flight_type: FlightType,
  { minutes = 20, light = madrid } = {},
) => lightProblems({ flight_type, start_at, duration_s: 60 * minutes }, light, lightWindows(light));

describe("a sortie", () => {
  it("must be over before the sun is down, whatever it measures", () => {
    for (const type of ["pv_thermal", "trough_thermal", "full_sca_online"] as const) {
      const [night] = faults("2026-06-21T20:08:00Z", type);
      expect(night).toMatchObject({
        reason: "sortie_at_night",
        values: { start: "22:08", end: "22:28" },
      });
    }
    // Sunset is at 21:48 by the clock there.
    expect(faults("2026-06-21T19:15:00Z", "trough_thermal")).toEqual([]);
    expect(faults("2026-06-21T19:40:00Z", "trough_thermal")).toHaveLength(1);
    expect(faults("2026-06-21T04:20:00Z", "trough_thermal")).toHaveLength(1);
    expect(faults("2026-06-21T05:05:00Z", "trough_thermal")).toEqual([]);
  });

  it("over modules needs 600 W/m2, over collectors daylight alone", () => {
    const early = "2026-06-21T05:05:00Z";
    expect(faults(early, "pv_thermal")[0]).toMatchObject({
      reason: "sortie_outside_light",
      values: { least: 600, start: "07:05" },
    });
    expect(faults("2026-06-21T11:00:00Z", "pv_thermal")).toEqual([]);
    // Level modules never get it in December there.
    const winter = faults("2026-12-21T11:00:00Z", "pv_thermal", { light: level });
    expect(winter[0]).toMatchObject({ reason: "sortie_day_dark", values: { least: 600 } });
    expect(faults("2026-12-21T11:00:00Z", "trough_thermal", { light: level })).toEqual([]);
  });

  it("without a planned start has no light to judge", () => {
    expect(faults(null, "pv_thermal")).toEqual([]);
  });
});

describe("modules whose mounting is not known", () => {
  const warned = (light: FlightLight, start_at = noon) => {
    const sortie = { flight_type: "pv_thermal", start_at, duration_s: 1200 } as const;
    return lightWarnings(sortie, light, lightWindows(light)).map(({ reason }) => reason);
  };

  it("are a doubt and no fault where some modules would have enough light", () => {
    expect(faults(noon, "pv_thermal", { light: mounted(0) })).toHaveLength(1);
    expect(faults(noon, "pv_thermal", { light: mounted(30) })).toEqual([]);
    expect(faults(noon, "pv_thermal", { light: santiago })).toEqual([]);
    expect(warned(santiago)).toEqual(["sortie_light_unsure"]);
    expect([warned(mounted(30)), warned(mounted(0))]).toEqual([[], []]);
    expect(
      unlitProblems(
        [{ flight_type: "pv_thermal", start_ms: at(noon), duration_s: 1200 }],
        santiago,
      ),
    ).toEqual([]);
  });

  it("are a fault where no module has it, however it faces, and sure at a summer noon", () => {
    // Half an hour after sunrise.
    expect(faults("2026-06-21T12:16:00Z", "pv_thermal", { light: santiago })).toHaveLength(1);
    expect(warned(santiago, "2026-06-21T12:16:00Z")).toEqual([]);
    expect(warned(santiago, "2026-12-21T16:30:00Z")).toEqual([]);
  });

  it("are flown when level ones have light where there is such a time, else when any have it", () => {
    const startOf = (day: string) => {
      const settings = defaultFlightSettings("M3T", ["pv_thermal"], at(`${day}T11:30:00Z`));
      const [seconds] = litSchedule(
        [{ flight_type: "pv_thermal", duration_s: 1200 }],
        settings,
        santiago,
      );
      return settings.start_ms + 1000 * seconds!;
    };
    const summer = lightWindows(santiago)(at("2026-12-21T16:30:00Z"));
    expect(startOf("2026-12-21")).toBe(summer.sure[0]!.from_ms);
    expect(summer.bright[0]!.from_ms).toBeLessThan(summer.sure[0]!.from_ms);
    const winter = lightWindows(santiago)(at(noon));
    // Level ones have light again in August: the sortie does not wait for it.
    expect(winter.sure).toEqual([]);
    expect(startOf("2026-06-21")).toBe(winter.bright[0]!.from_ms);
    expect(startOf("2026-07-20")).toBeLessThan(at("2026-07-21T00:00:00Z"));
  });
});

describe("a plan without light", () => {
  const dark = (
    start: string,
    { minutes = 20, light = madrid, flight_type = "pv_thermal" as FlightType } = {},
  ) => unlitProblems([{ flight_type, start_ms: at(start), duration_s: 60 * minutes }], light);

  it("names the first day that has enough", () => {
    const [problem] = dark("2026-12-10T11:00:00Z", { light: level });
    expect(problem).toMatchObject({
      reason: "flight_light_later",
      values: { count: 1, minutes: 20, least: 600 },
    });
    // Level modules get 600 W/m2 at about 39 degrees of the sun: at noon there with a declination of -10.6, on 21 February.
    const days = (Date.parse(String(problem!.values!["date"])) - at("2027-02-21")) / (24 * HOUR);
    expect(Math.abs(days)).toBeLessThan(10);
    expect(dark("2026-06-21T11:00:00Z", { light: level })).toEqual([]);
    expect(dark("2026-12-10T11:00:00Z", { light: level, flight_type: "trough_thermal" })).toEqual(
      [],
    );
  });

  it("says where no day of the year is enough, or long enough", () => {
    const north: FlightLight = {
      ...madrid,
      mountings: [{ kind: "fixed", tilt_deg: 90, azimuth_deg: 0 }],
    };
    expect(dark("2026-06-21T11:00:00Z", { light: north })[0]?.reason).toBe("flight_light_never");
    const [long] = dark("2026-06-21T05:00:00Z", { minutes: 1000 });
    expect(long).toMatchObject({ reason: "flight_light_short", values: { minutes: 1000 } });
    // The longest day there has 15 h 4 min.
    const { longest } = long!.values!;
    expect(Number(longest)).toBeGreaterThan(11 * 60);
    expect(Number(longest)).toBeLessThan(15 * 60);
  });
});

describe("the start of a campaign", () => {
  it("is refused at night, with the times of the sun", () => {
    const refusal = startLightRefusal("2026-06-21T00:00:00Z", madrid);
    expect(refusal).toMatchObject({ reason: "campaign_start_at_night", field: "start_at" });
    expect(refusal!.values!["start"]).toBe("02:00");
    const minutes = (key: string) => {
      const [hour, minute] = String(refusal!.values![key]).split(":").map(Number);
      return 60 * hour! + minute!;
    };
    // Refraction lifts the sun by four minutes, and windows are whole five minutes.
    expect(Math.abs(minutes("from") - (6 * 60 + 44))).toBeLessThan(12);
    expect(Math.abs(minutes("to") - (21 * 60 + 48))).toBeLessThan(12);
    expect(startLightRefusal("2026-06-21T08:00:00Z", madrid)).toBeNull();
  });
});

// Tromso: no sunrise from 27 November to 15 January, no sunset from 19 May to 25 July (timeanddate.com).
describe("beyond the polar circle", () => {
  const tromso: FlightLight = { place: [18.96, 69.65], time_zone: "Europe/Oslo", mountings: [] };

  it("a start on a day without a sunrise names the first day that has one", () => {
    const refusal = startLightRefusal("2026-12-15T11:00:00Z", tromso);
    expect(refusal).toMatchObject({ reason: "campaign_start_polar_night", field: "start_at" });
    const first = at(String(refusal!.values!["date"]));
    expect(Math.abs(first - at("2027-01-15")) / (24 * HOUR)).toBeLessThan(4);
    const [night] = faults("2026-12-15T11:00:00Z", "trough_thermal", { light: tromso });
    expect(night).toMatchObject({
      reason: "sortie_polar_night",
      values: { start: "12:00", end: "12:20" },
    });
  });

  it("a start in the short night names the light that follows it, up to midnight", () => {
    // By the clock there the sun is lowest at 00:40, and down for an hour.
    const refusal = startLightRefusal("2026-05-18T22:45:00Z", tromso);
    const { start, from, to } = refusal!.values!;
    expect([start, to]).toEqual(["00:45", "24:00"]);
    expect(Number(String(from).slice(0, 2))).toBeGreaterThanOrEqual(1);
    expect(Number(String(from).slice(0, 2))).toBeLessThan(3);
    expect(startLightRefusal("2026-06-21T22:45:00Z", tromso)).toBeNull();
  });
});

describe("a campaign that does not fit one day", () => {
  const settings = (start: string, more: Partial<FlightSettings> = {}): FlightSettings => ({
    ...defaultFlightSettings("M3T", ["pv_thermal"], at(start)),
    swap_min: 5,
    restart_min: 0,
    recharge_min: 30,
    batteries: 9,
    ...more,
  });
  const sorties = (count: number, flight_type: FlightType = "pv_thermal", minutes = 25) =>
    Array.from({ length: count }, () => ({ flight_type, duration_s: 60 * minutes }));
  const startsOf = (
    routes: ReturnType<typeof sorties>,
    from: string,
    light: FlightLight | undefined = madrid,
  ) => litSchedule(routes, settings(from), light).map((second) => at(from) + 1000 * second);

  it("goes on at the same hour of the next days, and every sortie has its light", () => {
    const routes = sorties(40);
    const from = "2026-06-21T08:00:00Z";
    const starts = startsOf(routes, from);
    const planned = routes.map((route, i) => ({ ...route, start_ms: starts[i]! }));
    for (const { start_ms, flight_type } of planned) {
      const start_at = new Date(start_ms).toISOString();
      expect(faults(start_at, flight_type, { minutes: 25 })).toEqual([]);
    }
    // From 10:00 on, 30 minutes each: no more than 22 fit before 21:00, and 20 in 10 hours.
    const days = flightDaysOf(planned, madrid.time_zone);
    expect(days.length).toBe(2);
    expect(days.map(({ from_ms }) => from_ms)).toEqual([at(from), at("2026-06-22T08:00:00Z")]);
    expect(days.reduce((sum, day) => sum + day.sorties, 0)).toBe(40);
    // Without light, the same campaign goes on through the night.
    const last = litSchedule(routes, settings(from), undefined).at(-1)!;
    expect(last).toBe(39 * 30 * 60);
  });

  it("keeps its hour where the clocks change in the night", () => {
    // Summer time ends on 25 October 2026.
    const routes = sorties(30, "trough_thermal");
    const starts = startsOf(routes, "2026-10-24T08:00:00Z");
    expect(starts.find((start) => start > at("2026-10-24T23:00:00Z"))).toBe(
      at("2026-10-25T09:00:00Z"),
    );
  });

  it("begins at dawn where the chosen hour is too late for a sortie", () => {
    const [first, second] = startsOf(sorties(2, "trough_thermal"), "2026-06-21T19:10:00Z");
    expect(first).toBe(at("2026-06-21T19:10:00Z"));
    // Sunset is near; the chosen hour of the next day fits one again.
    expect(second).toBe(at("2026-06-22T19:10:00Z"));
    const [late] = startsOf(sorties(1, "trough_thermal"), "2026-06-21T19:40:00Z");
    expect(Math.abs(late! - at("2026-06-22T04:44:00Z"))).toBeLessThan(0.2 * HOUR);
  });

  it("fits its window to the millisecond, wherever its start was rounded", () => {
    for (let ms = 0; ms < 40; ms++) {
      const from = new Date(at("2026-06-21T02:00:00Z") + ms * 37).toISOString();
      const routes = sorties(1, "trough_thermal", 25.0001);
      const start_at = new Date(Math.round(startsOf(routes, from)[0]!)).toISOString();
      expect(faults(start_at, "trough_thermal", { minutes: 25.0001 })).toEqual([]);
    }
  });

  it("starts at once where no day of the next month has light, and the fault says so", () => {
    const from = "2026-12-10T11:00:00Z";
    const [start] = startsOf(sorties(1), from, level);
    expect(start).toBe(at(from));
    expect(faults(from, "pv_thermal", { light: level })).toHaveLength(1);
  });
});
