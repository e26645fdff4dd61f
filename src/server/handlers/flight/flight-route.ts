// Flight routes of campaigns.
import type { flightRouteApi } from "../../../api/flight/flight-route.ts";
import { failure } from "../../../domain/error.ts";
import { heightProblems, type CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import { routeChangeProblems } from "../../../domain/flight/route/route-change.ts";
import { withPlannedCrossings } from "../../../domain/flight/route/crossing-mark.ts";
import { editedRoute } from "../../../domain/flight/route/route-edit.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { requireKnownBatch } from "../../flight/known-batch.ts";
import { checkedAgainst, checkedRoutes } from "../../flight/route-checks.ts";
import { requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readFlightCampaign } from "../../store/plant/flight/flight-campaign.ts";
import { readPlant } from "../../store/plant/plant.ts";
import * as store from "../../store/plant/flight/flight-route.ts";

export const flightRouteHandlers: Handlers<typeof flightRouteApi> = {
  async list(context, { params: { id } }) {
    const { db, viewer } = context;
    const { plant_id } = requireFound(await readFlightCampaign(db, viewer, id));
    const plant = requireFound(await readPlant(db, viewer, plant_id));
    return checkedRoutes(context, plant, await store.readFlightRoutes(db, id));
  },

  async current(context, { plant }) {
    const routes = await store.readCurrentFlightRoutes(context.db, { plant_id: plant.id });
    return checkedRoutes(context, plant, routes);
  },

  async currentOfAnalysis(context, { analysis, plant }) {
    const of = { plant_id: plant.id, analysis_id: analysis.id };
    return checkedRoutes(context, plant, await store.readCurrentFlightRoutes(context.db, of));
  },

  read: (context, { params: { id } }) => readChecked(context, id),

  async update(context, { params: { id }, body }) {
    const { db, viewer } = context;
    const route = requireFound(await store.readFlightRoute(db, viewer, id));
    const campaign = requireFound(await readFlightCampaign(db, viewer, route.campaign_id));
    const plant = requireFound(await readPlant(db, viewer, campaign.plant_id));
    const { based_on, ...draft } = body;
    const against = await checkedAgainst(context, plant.id, plant);
    const waypoints = withPlannedCrossings(route, draft.waypoints, against.areas);
    const flown = { ...draft, waypoints };
    const changed = editedRoute(route, flown, against.elevation, against.areas.obstacles);
    const problems = [
      ...routeChangeProblems(route, changed, against.areas, against.elevation),
      ...heightProblems(changed, against),
    ];
    if (problems.length > 0) throw failure("BAD_REQUEST", ...problems);
    const detail = { campaign_id: route.campaign_id, route_id: id, name: route.name };
    const saved = await changeWithAudit(
      context,
      (transaction) => store.updateFlightRoute(transaction, changed, based_on),
      () => ({ action: "update_flight_route", customer_id: plant.customer_id, detail }),
    );
    return requireFound((await checkedRoutes(context, plant, [saved]))[0]);
  },

  async chooseBatch(context, { params: { id }, body: { eval_batch_num } }) {
    const { db, viewer } = context;
    const route = requireFound(await store.readFlightRoute(db, viewer, id));
    const campaign = requireFound(await readFlightCampaign(db, viewer, route.campaign_id));
    await requireKnownBatch(db, campaign.plant_id, eval_batch_num);
    const detail = { campaign_id: route.campaign_id, route_id: id, name: route.name };
    await changeWithAudit(
      context,
      (transaction) => store.setRouteBatch(transaction, id, eval_batch_num),
      () => ({ action: "update_flight_route", detail: { ...detail, eval_batch_num } }),
    );
    return readChecked(context, id);
  },

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

/** The route as it is stored, with its checks. @throws RESOURCE_NOT_FOUND */
async function readChecked(context: Context, id: number): Promise<CheckedRoute> {
  const { db, viewer } = context;
  const route = requireFound(await store.readFlightRoute(db, viewer, id));
  const { plant_id } = requireFound(await readFlightCampaign(db, viewer, route.campaign_id));
  const plant = requireFound(await readPlant(db, viewer, plant_id));
  return requireFound((await checkedRoutes(context, plant, [route]))[0]);
}
