import { describe, expect, it } from "vitest";
import {
  campaignFieldsRefusal,
  campaignStartRefusal,
  changesRoutes,
  flightCampaignFormShape,
  planningRefusal,
} from "./flight-campaign.ts";

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

describe("the start of a campaign", () => {
  it("moves by whole days, and by no more than the installation allows", () => {
    const original = { original_start_at: "2026-06-01T10:00:00.000Z" };
    const refusal = (start_at: string) =>
      campaignStartRefusal(original, start_at, { allowed_diff: 14 })?.reason ?? null;
    expect(refusal("2026-06-01T12:00:00+02:00")).toBeNull();
    expect(refusal("2026-06-15T10:00:00Z")).toBeNull();
    expect(refusal("2026-05-18T10:00:00Z")).toBeNull();
    expect(refusal("2026-06-16T10:00:00Z")).toBe("campaign_start_far");
    expect(refusal("2026-05-17T10:00:00Z")).toBe("campaign_start_far");
    expect(refusal("2026-06-02T10:01:00Z")).toBe("campaign_start_only_day");
  });
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
