// What the routes of a campaign will show, what was flown of them, and what is flown again.
import { z } from "zod";
import { flightRouteShape } from "../../domain/flight/route/flight-route-record.ts";
import { flownLinesShape, routeReviewShape } from "../../domain/flight/route/route-review-shape.ts";
import { routeComparisonShape } from "../../domain/flight/route/route-compare-shape.ts";
import { takenOverRoutesShape } from "../../domain/flight/format/taken-over.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const ofCampaign = { scope: { flight_campaign: "id" }, params: idParams } as const;

export const flightReviewApi = {
  routes: endpoint({
    method: "GET",
    path: "/auth/flight-campaign/{id}/route-review",
    summary:
      "The metrics of the routes as they are now, beside their lower bounds, and the predicted looks, resolution and side overlap of each component.",
    permission: { all: ["READ_FLIGHT_CAMPAIGN", "READ_FLIGHT_ROUTE"] },
    ...ofCampaign,
    answer: routeReviewShape,
    heavy: true,
  }),
  flown: endpoint({
    method: "GET",
    path: "/auth/flight-campaign/{id}/flown-lines",
    summary:
      "The planned lines on which images of the campaign’s analysis are missing, by the positions in the images.",
    permission: "READ_FLIGHT_MISSION_COVER",
    ...ofCampaign,
    answer: flownLinesShape,
    heavy: true,
  }),
  reFly: endpoint({
    method: "POST",
    path: "/auth/flight-campaign/{id}/re-fly-routes",
    summary: "Adds routes to the campaign that fly the missed lines again.",
    permission: "UPDATE_FLIGHT_CAMPAIGN",
    ...ofCampaign,
    body: z.object({}),
    answer: z.array(flightRouteShape),
    heavy: true,
  }),
  compare: endpoint({
    method: "POST",
    path: "/auth/flight-campaign/{id}/compared-routes",
    summary:
      "Routes of a file beside those of the campaign: length, time, photos and coverage. Stores nothing.",
    permission: { all: ["READ_FLIGHT_CAMPAIGN", "READ_FLIGHT_ROUTE"] },
    ...ofCampaign,
    body: z.object({ routes: takenOverRoutesShape }),
    answer: routeComparisonShape,
    heavy: true,
  }),
  takeOver: endpoint({
    method: "POST",
    path: "/auth/flight-campaign/{id}/taken-over-routes",
    summary:
      "Adds routes of a file to the campaign. A route that must not be flown is refused with every fault.",
    permission: "UPDATE_FLIGHT_CAMPAIGN",
    ...ofCampaign,
    body: z.object({ routes: takenOverRoutesShape }),
    answer: z.array(flightRouteShape),
  }),
};
