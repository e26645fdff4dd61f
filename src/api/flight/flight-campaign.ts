// Flight campaigns of plants.
import { z } from "zod";
import type { FlightArea } from "../../domain/flight/area/flight-area.ts";
import {
  flightCampaignChangesShape,
  flightCampaignFormShape,
  flightCampaignShape,
  generateRefusal,
  planningRefusal,
  type FlightCampaign,
} from "../../domain/flight/campaign/flight-campaign.ts";
import { flightPreviewShape } from "../../domain/flight/plan/flight-preview-shape.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const ofCampaign = { scope: { flight_campaign: "id" }, params: idParams } as const;
type Planned = Pick<FlightArea, "flight_polygons" | "take_off_positions">;

export const flightCampaignApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/flight-campaigns",
    summary: "The flight campaigns of a plant, the newest first.",
    permission: "READ_FLIGHT_CAMPAIGN",
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(flightCampaignShape),
    offline: "plant",
  }),
  listOfAnalysis: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/flight-campaigns",
    summary: "The flight campaigns that were planned for an analysis, the newest first.",
    permission: "READ_FLIGHT_CAMPAIGN",
    scope: { analysis: "id" },
    params: idParams,
    answer: z.array(flightCampaignShape),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/flight-campaign",
    summary: "Creates a flight campaign and starts a task that generates its routes.",
    permission: "CREATE_FLIGHT_CAMPAIGN",
    refusal: (_, plant: Planned) => planningRefusal(plant),
    scope: { plant: "id" },
    params: idParams,
    body: flightCampaignFormShape,
    answer: flightCampaignShape,
    startsTask: true,
  }),
  preview: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/flight-campaign-preview",
    summary:
      "What a flight campaign with these fields would take: sorties, batteries, hours. Stores nothing.",
    permission: { any: ["CREATE_FLIGHT_CAMPAIGN", "UPDATE_FLIGHT_CAMPAIGN"] },
    refusal: (_, plant: Planned) => planningRefusal(plant),
    scope: { plant: "id" },
    params: idParams,
    body: flightCampaignFormShape,
    answer: flightPreviewShape,
    heavy: true,
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/flight-campaign/{id}",
    summary: "One flight campaign with the state of its routes.",
    permission: "READ_FLIGHT_CAMPAIGN",
    ...ofCampaign,
    answer: flightCampaignShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/flight-campaign/{id}",
    summary:
      "Changes a flight campaign. Its routes are generated again if they depend on what changed.",
    permission: "UPDATE_FLIGHT_CAMPAIGN",
    ...ofCampaign,
    body: flightCampaignChangesShape,
    answer: flightCampaignShape,
    startsTask: true,
  }),
  generate: endpoint({
    method: "POST",
    path: "/auth/flight-campaign/{id}/generate",
    summary: "Generates the routes again, from the present flight areas of the plant.",
    permission: "UPDATE_FLIGHT_CAMPAIGN",
    refusal: (_, campaign: Pick<FlightCampaign, "state">) => generateRefusal(campaign),
    ...ofCampaign,
    answer: flightCampaignShape,
    startsTask: true,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/flight-campaign/{id}",
    summary: "Deletes a flight campaign with its routes.",
    permission: "DELETE_FLIGHT_CAMPAIGN",
    ...ofCampaign,
    answer: z.object({ done: z.literal(true) }),
  }),
};
