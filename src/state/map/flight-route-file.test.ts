// Routes of a file are judged within bounds: not more than are taken over, and each once.
import { createStore } from "jotai";
import { expect, it } from "vitest";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { openedRoute } from "../../domain/flight/format/opened-route.ts";
import { candidatesAtom } from "./flight-route-file.ts";

const waypoint = { heading_deg: null, gimbal_pitch_deg: -90, damping_m: 0, height_m: 40 };
const waypoints = [-3, -3.001].map((lon) => ({ ...waypoint, place: [lon, 37] as const }));
const campaign = { aircraft: "M3T", flight_types: ["pv_thermal"] } as unknown as FlightCampaign;

it("judges the first fifty routes, and each once until its height changes", () => {
  const judge = createStore().get(candidatesAtom);
  const routes = Array.from({ length: 60 }, (_, i) =>
    openedRoute({
      name: `${i}`,
      waypoints,
      height_reference: i === 0 ? ("ground" as const) : ("take_off" as const),
    }),
  );
  const first = judge(routes, campaign, null);
  expect(first).toHaveLength(50);
  const again = judge(routes, campaign, 50);
  // The first one has no heights of its own.
  expect(again[0]).not.toBe(first[0]);
  expect(again.slice(1).every((one, i) => one === first[i + 1])).toBe(true);
  expect(judge(routes, { ...campaign }, 50)[1]).not.toBe(first[1]);
});
