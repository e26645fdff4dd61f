// Flight routes of campaigns.
import type { flightRouteApi } from "../../api/flight-route.ts";
import type { Handlers } from "../implement.ts";
import { requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import * as store from "../store/plant/flight-route.ts";

export const flightRouteHandlers: Handlers<typeof flightRouteApi> = {
  list: ({ db }, { params: { id } }) => store.readFlightRoutes(db, id),

  current: ({ db }, { plant }) => store.readCurrentFlightRoutes(db, { plant_id: plant.id }),

  currentOfAnalysis: ({ db }, { analysis, plant }) =>
    store.readCurrentFlightRoutes(db, { plant_id: plant.id, analysis_id: analysis.id }),

  read: async ({ db, viewer }, { params: { id } }) =>
    requireFound(await store.readFlightRoute(db, viewer, id)),

  async remove(context, { params: { id } }) {
    const { db, viewer } = context;
    const { campaign_id, name } = requireFound(await store.readFlightRoute(db, viewer, id));
    await changeWithAudit(
      context,
      (transaction) => store.deleteFlightRoute(transaction, id),
      () => ({
        action: "delete_flight_route",
        detail: { campaign_id, route_id: id, name },
      }),
    );
    return { done: true };
  },
};
