import type { FlightType } from "../route/flight-route.ts";
import { describe, expect, it } from "vitest";
import {
  campaignFieldsRefusal,
  campaignStartRefusal,
  changesRoutes,
  flightCampaignFormShape,
  planningRefusal,
} from "./flight-campaign.ts";
import { aircraft } from "../plan/aircraft.ts";
import { aircraftRefusal, flownTypes } from "./flown-types.ts";
import { settingsOfCampaign } from "./campaign-settings.ts";

const form = flightCampaignFormShape.parse({
  name: "Spring",
  aircraft: "M3T",
  start_at: "2026-06-01T12:00:00+02:00",
  flight_types: ["full_sca_online"],
});

describe("the fields of a campaign", () => {
  it("set both full-SCA altitudes or none", () => {
    const refusal = (online: number | null, offline: number | null) =>
      campaignFieldsRefusal(
        { ...form, full_sca_online_altitude: online, full_sca_offline_altitude: offline },
        "parabolic_trough",
      );
    expect(refusal(null, null)).toBeNull();
    expect(refusal(120, 100)).toBeNull();
    const reason = "full_sca_altitudes_together";
    expect(refusal(120, null)).toEqual({ reason, field: "full_sca_offline_altitude" });
    expect(refusal(null, 100)).toEqual({ reason, field: "full_sca_online_altitude" });
  });

  it("measure what the plant has", () => {
    const reason = "flight_type_of_other_technology";
    expect(campaignFieldsRefusal(form, "photovoltaic")).toMatchObject({ reason });
    const types = { ...form, flight_types: ["pv_thermal" as const] };
    expect(campaignFieldsRefusal(types, "photovoltaic")).toBeNull();
    expect(campaignFieldsRefusal(types, "parabolic_trough")).toMatchObject({ reason });
    expect(campaignFieldsRefusal({ ...form, flight_types: [] }, "photovoltaic")).toMatchObject({
      reason: "flight_type_missing",
    });
  });
});

describe("the camera's pitch", () => {
  const modules = { ...form, flight_types: ["pv_thermal" as const], gimbal_pitch: -75 };

  it("is set for modules only, in whole degrees up to -60", () => {
    expect(campaignFieldsRefusal(modules, "photovoltaic")).toBeNull();
    expect(campaignFieldsRefusal({ ...form, gimbal_pitch: -75 }, "parabolic_trough")).toEqual({
      reason: "gimbal_pitch_only_modules",
      field: "gimbal_pitch",
    });
    const parsed = (gimbal_pitch: number) =>
      flightCampaignFormShape.safeParse({ ...modules, gimbal_pitch }).success;
    expect([-90, -60, -59, -91, -72.5].map(parsed)).toEqual([true, true, false, false, false]);
  });

  it("shows no drone the horizon: the far edge of its widest image stays below 60 degrees", () => {
    for (const { thermal, visual } of Object.values(aircraft))
      for (const camera of [thermal, visual]) {
        if (!camera) continue;
        const half = (Math.atan(camera.height_px / 2 / camera.focal_px.value) * 180) / Math.PI;
        expect(30 + half).toBeLessThan(60);
      }
  });

  it("is that of the flight, and a change of it plans routes again", () => {
    expect(settingsOfCampaign(modules, null).gimbal_pitch_deg).toBe(-75);
    expect(settingsOfCampaign({ ...modules, gimbal_pitch: null }, null).gimbal_pitch_deg).toBe(-90);
    expect(changesRoutes(modules, { gimbal_pitch: null })).toBe(true);
  });
});

describe("the start of a campaign", () => {
  it("moves by whole days, and by no more than the installation allows", () => {
    const at = "2026-06-01T10:00:00.000Z";
    const original = { original_start_at: at, start_at: at };
    const now_ms = Date.UTC(2026, 5, 10);
    const rules = { allowed_diff: 14, time_zone: "Europe/Madrid", now_ms };
    const refusal = (start_at: string) =>
      campaignStartRefusal(original, start_at, rules)?.reason ?? null;
    expect(refusal("2026-06-01T12:00:00+02:00")).toBeNull();
    expect(refusal("2026-06-15T10:00:00Z")).toBeNull();
    expect(refusal("2026-05-18T10:00:00Z")).toBeNull();
    expect(refusal("2026-06-16T10:00:00Z")).toBe("campaign_start_far");
    expect(refusal("2026-05-17T10:00:00Z")).toBe("campaign_start_far");
    expect(refusal("2026-06-02T10:01:00Z")).toBe("campaign_start_only_day");
  });

  it("may be any later day at the same hour once those days have passed", () => {
    const at = "2026-06-01T10:00:00.000Z";
    const refusal = (start_at: string, now: string, present = at) =>
      campaignStartRefusal({ original_start_at: at, start_at: present }, start_at, {
        allowed_diff: 14,
        time_zone: "Europe/Madrid",
        now_ms: Date.parse(now),
      })?.reason ?? null;
    // The fifteenth day after the start has not ended with it.
    expect(refusal("2026-07-01T10:00:00Z", "2026-06-15T09:59:00Z")).toBe("campaign_start_far");
    expect(refusal("2026-07-01T10:00:00Z", "2026-06-15T10:01:00Z")).toBeNull();
    expect(refusal("2027-07-01T10:00:00Z", "2027-06-01T10:00:00Z")).toBeNull();
    expect(refusal("2026-07-01T10:00:00Z", "2026-07-02T10:00:00Z")).toBe("campaign_start_over");
    expect(refusal("2026-07-03T11:00:00Z", "2026-07-02T10:00:00Z")).toBe("campaign_start_only_day");
    // A campaign that was flown keeps its start, and can still get another name.
    expect(refusal("2026-06-03T10:00:00Z", "2026-07-02T10:00:00Z")).toBeNull();
    const moved = "2026-07-01T10:00:00Z";
    expect(refusal(moved, "2026-07-05T10:00:00Z")).toBe("campaign_start_over");
    expect(refusal(moved, "2026-07-05T10:00:00Z", moved)).toBeNull();
  });

  it("keeps its time by the clock at the plant, where summer time ends", () => {
    const at = "2026-10-20T08:00:00Z";
    const original = { original_start_at: at, start_at: at };
    const refusal = (start_at: string, time_zone: string) =>
      campaignStartRefusal(original, start_at, { allowed_diff: 14, time_zone, now_ms: 0 })
        ?.reason ?? null;
    expect(refusal("2026-10-27T09:00:00Z", "Europe/Madrid")).toBeNull();
    expect(refusal("2026-10-27T08:00:00Z", "Europe/Madrid")).toBe("campaign_start_only_day");
    expect(refusal("2026-10-27T08:00:00Z", "America/Phoenix")).toBeNull();
  });
});

it("flies geometry online or offline where the campaign decides it", () => {
  const flight_types = [
    "trough_thermal",
    "full_sca_online",
    "full_sca_offline",
    "half_sca_offline",
  ] as const;
  const flown = (flight_type_online: boolean | null, optimize_torsion_flights = false) =>
    flownTypes({ flight_types: [...flight_types], flight_type_online, optimize_torsion_flights });
  expect(flown(null)).toEqual(flight_types);
  expect(flown(true)).toEqual(["trough_thermal", "full_sca_online", "half_sca_online"]);
  expect(flown(false)).toEqual(["trough_thermal", "full_sca_offline", "half_sca_offline"]);
  // Optimised for torsion, each collector is flown once, whole and turned as little as can be.
  expect(flown(null, true)).toEqual(["trough_thermal", "full_sca_offline"]);
  expect(flown(true, true)).toEqual(["trough_thermal", "full_sca_online"]);
  const settings = settingsOfCampaign(
    {
      ...form,
      flight_types: ["full_sca_offline"],
      flight_type_online: true,
      full_sca_online_altitude: 90,
      full_sca_offline_altitude: 120,
    },
    null,
  );
  expect(settings.flight_types).toEqual(["full_sca_online"]);
  expect(settings.altitudes_m).toEqual({ full_sca_online: 90 });
});

it("refuses a thermal flight with a drone that has no thermal camera", () => {
  const of = (aircraft: "M3E" | "M3T", flight_types: FlightType[]) =>
    aircraftRefusal({ ...form, aircraft, flight_types, expected_wind: null })?.reason ?? null;
  expect(of("M3E", ["pv_thermal"])).toBe("thermal_camera_missing");
  expect(of("M3E", ["full_sca_offline", "trough_thermal"])).toBe("thermal_camera_missing");
  expect(of("M3E", ["full_sca_offline"])).toBeNull();
  expect(of("M3T", ["pv_thermal", "trough_thermal"])).toBeNull();
});

it("refuses a hot swap with a drone that must be switched off for it", () => {
  const of = (aircraft: "M3T" | "M30T" | "H20T" | "M3TD", drone_in_a_box = false) =>
    aircraftRefusal({ ...form, aircraft, battery_hotswapping: true, drone_in_a_box });
  // Two batteries hang in a Matrice 30 and a Matrice 300; a Mavic has one.
  expect(of("M30T")).toBeNull();
  expect(of("H20T")).toBeNull();
  expect(of("M3T")).toEqual({
    reason: "hot_swap_missing",
    values: { aircraft: "M3T" },
    field: "battery_hotswapping",
  });
  expect(of("M3TD")?.reason).toBe("hot_swap_missing");
  expect(of("M3TD", true)).toBeNull();
  expect(aircraftRefusal({ ...form, battery_hotswapping: false })).toBeNull();
});

it("needs new routes for what the routes depend on alone", () => {
  expect(changesRoutes(form, {})).toBe(false);
  expect(changesRoutes(form, { name: "Autumn", auto_export: true, eval_batch_num: 2 })).toBe(false);
  expect(changesRoutes(form, { start_at: "2026-06-01T10:00:00Z" })).toBe(false);
  expect(changesRoutes(form, { start_at: "2026-06-02T10:00:00Z" })).toBe(true);
  expect(changesRoutes(form, { flight_types: ["full_sca_online"] })).toBe(false);
  expect(changesRoutes(form, { flight_types: ["half_sca_online"] })).toBe(true);
  expect(changesRoutes(form, { flight_speed: 5 })).toBe(true);
});

it("is planned for plants with a flight polygon and a take-off position", () => {
  const polygons = { type: "MultiPolygon" as const, coordinates: [[[]]] };
  const none = { flight_polygons: null, take_off_positions: [] };
  const takeOff = { place: [0, 0] as [number, number], elevation_m: null };
  expect(planningRefusal(none)?.reason).toBe("plant_without_flight_polygon");
  expect(planningRefusal({ ...none, flight_polygons: polygons })?.reason).toBe(
    "plant_without_take_off",
  );
  const ready = { flight_polygons: polygons, take_off_positions: [takeOff] };
  expect(planningRefusal(ready)).toBeNull();
});
