// Flight routes of campaigns.
import { z } from "zod";
import {
  flightRouteChangeShape,
  routeBatchShape,
} from "../../domain/flight/route/flight-route-record.ts";
import { checkedRouteShape } from "../../domain/flight/route/route-check.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

export const flightRouteApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/flight-campaign/{id}/flight-routes",
    summary: "The routes of a flight campaign, in the order in which they are flown.",
    permission: "READ_FLIGHT_ROUTE",
    scope: { flight_campaign: "id" },
    params: idParams,
    answer: z.array(checkedRouteShape),
  }),
  current: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/current-flight-routes",
    summary: "The routes of the plant's newest flight campaign that is ready.",
    permission: "READ_FLIGHT_ROUTE",
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(checkedRouteShape),
  }),
  currentOfAnalysis: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/current-flight-routes",
    summary: "The routes of the analysis's newest flight campaign that is ready.",
    permission: "READ_FLIGHT_ROUTE",
    scope: { analysis: "id" },
    params: idParams,
    answer: z.array(checkedRouteShape),
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/flight-route/{id}",
    summary: "One flight route with its waypoints.",
    permission: "READ_FLIGHT_ROUTE",
    scope: { flight_route: "id" },
    params: idParams,
    answer: checkedRouteShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/flight-route/{id}",
    summary:
      "Changes the waypoints of a flight route. A route over a no-fly polygon or outside the flight polygons is refused with every fault.",
    permission: "UPDATE_FLIGHT_ROUTE",
    scope: { flight_route: "id" },
    params: idParams,
    body: flightRouteChangeShape,
    answer: checkedRouteShape,
  }),
  chooseBatch: endpoint({
    method: "POST",
    path: "/auth/flight-route/{id}/evaluation-batch",
    summary:
      "Chooses the evaluation batch of one flight route. A later choice of the campaign leaves it as it is.",
    permission: "UPDATE_FLIGHT_ROUTE",
    scope: { flight_route: "id" },
    params: idParams,
    body: routeBatchShape,
    answer: checkedRouteShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/flight-route/{id}",
    summary: "Deletes a flight route from its campaign.",
    permission: "DELETE_FLIGHT_ROUTE",
    scope: { flight_route: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
