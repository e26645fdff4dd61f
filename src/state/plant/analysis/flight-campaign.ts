// The flight campaigns of the plant on the map, and the routes of the chosen one.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type {
  FlightCampaign,
  FlightCampaignChanges,
  FlightCampaignForm,
} from "../../../domain/flight/campaign/flight-campaign.ts";
import type { FlightRouteRecord } from "../../../domain/flight/route/flight-route-record.ts";
import type { CheckedRoute, RouteCheck } from "../../../domain/flight/route/route-check.ts";
import { hasPermissionAtom } from "../../account/session.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { queryClient, reload } from "../../shell/query.ts";
import { warningsOf, type RouteWarning } from "./flight-warnings.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "../plant.ts";

const listKey = () => plantKey("flight-campaigns");
const routesKey = (id: number) => plantKey("flight-routes", id);
const reviewKey = (id: number) => plantKey("flight-review", id);

/** The newest first; `idle` for viewers who may not read them. */
export const flightCampaignsAtom = plantQueryOf((id, get) =>
  get(hasPermissionAtom)(api.flightCampaign.list.permission)
    ? {
        key: listKey(),
        ask: (options) => call(api.flightCampaign.list, { params: { id } }, options),
      }
    : null,
);

/** Id of the campaign whose routes are on the map; null for none. */
export const chosenCampaignIdAtom = perPlant<number | null>(null);

export const chosenCampaignAtom = atom((get): FlightCampaign | null => {
  const id = get(chosenCampaignIdAtom);
  return valueOf(get(flightCampaignsAtom))?.find((one) => one.id === id) ?? null;
});

/** The routes of the chosen campaign, in the order in which they are flown. */
export const flightRoutesAtom = plantQueryOf((_plant, get) => {
  const campaign = get(chosenCampaignAtom);
  const mayRead = get(hasPermissionAtom)(api.flightRoute.list.permission);
  if (campaign?.state !== "ready" || !mayRead) return null;
  return {
    // Generated again, the routes of a campaign are others.
    key: [...routesKey(campaign.id), campaign.task_id],
    ask: (options) => call(api.flightRoute.list, { params: { id: campaign.id } }, options),
  };
});

/** What the server has found about each route of the chosen campaign, by id. */
export const routeChecksAtom = atom(
  (get): ReadonlyMap<number, RouteCheck> =>
    new Map((valueOf(get(flightRoutesAtom)) ?? []).map(({ id, check }) => [id, check])),
);

/** Routes that are not drawn, by id. */
export const hiddenRoutesAtom = perPlant<ReadonlySet<number>>(new Set<number>());

export const shownRoutesAtom = atom((get): readonly FlightRouteRecord[] => {
  const hidden = get(hiddenRoutesAtom);
  return (valueOf(get(flightRoutesAtom)) ?? []).filter(({ id }) => !hidden.has(id));
});

/** Reads the campaigns again. */
export const reloadCampaigns = atom(null, () => reload(listKey()));

/** Creates a campaign and shows it. Rejects with the refusal. */
export const createCampaign = atom(null, async (get, set, body: FlightCampaignForm) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  const made = await call(api.flightCampaign.create, { params: { id }, body });
  if (get(plantIdAtom) !== id) return;
  keepCampaign(made);
  set(chosenCampaignIdAtom, made.id);
});

/** Rejects with the refusal. */
export const updateCampaign = atom(
  null,
  async (_get, _set, id: number, body: FlightCampaignChanges) => {
    keepCampaign(await call(api.flightCampaign.update, { params: { id }, body }));
  },
);

/** Generates the routes again. Rejects with the refusal. */
export const regenerateCampaign = atom(null, async (_get, _set, id: number) => {
  keepCampaign(await call(api.flightCampaign.generate, { params: { id } }));
});

/** Stops the generation of the routes. Rejects with the refusal. */
export const stopCampaign = atom(null, async (_get, _set, id: number) => {
  keepCampaign(await call(api.flightCampaign.stop, { params: { id } }));
});

/** Rejects with the refusal. */
export const removeCampaign = atom(null, async (get, set, id: number) => {
  await call(api.flightCampaign.remove, { params: { id } });
  if (get(chosenCampaignIdAtom) === id) set(chosenCampaignIdAtom, null);
  await reload(listKey());
});

/** Chooses the evaluation batch of one route; null for none. Rejects with the refusal. */
export const chooseRouteBatch = atom(
  null,
  async (_get, _set, { id }: FlightRouteRecord, eval_batch_num: number | null) => {
    const body = { eval_batch_num };
    keepRoute(await call(api.flightRoute.chooseBatch, { params: { id }, body }));
  },
);

/** Deletes one route of the chosen campaign. Rejects with the refusal. */
export const removeRoute = atom(null, async (_get, _set, route: FlightRouteRecord) => {
  await call(api.flightRoute.remove, { params: { id: route.id } });
  await reloadRoutes(route.campaign_id);
});

/** Reads the routes of a campaign again, and all that depends on them. */
export async function reloadRoutes(id: number): Promise<void> {
  await Promise.all([reload(routesKey(id)), reload(reviewKey(id)), reload(listKey())]);
}

/** What the routes of the chosen campaign cost and show; fetched while it is shown. */
export const routeReviewAtom = plantQueryOf((_plant, get) => {
  const campaign = get(chosenCampaignAtom);
  if (campaign?.state !== "ready") return null;
  return {
    key: [...reviewKey(campaign.id), "routes", campaign.task_id],
    ask: (options) => call(api.flightReview.routes, { params: { id: campaign.id } }, options),
  };
});

/** The lines of the chosen campaign on which images are missing. */
export const flownLinesAtom = plantQueryOf((_plant, get) => {
  const campaign = get(chosenCampaignAtom);
  const mayRead = get(hasPermissionAtom)(api.flightReview.flown.permission);
  if (campaign?.state !== "ready" || !mayRead) return null;
  return {
    key: [...reviewKey(campaign.id), "flown", campaign.task_id, campaign.analysis_id],
    ask: (options) => call(api.flightReview.flown, { params: { id: campaign.id } }, options),
  };
});

/** Adds routes that fly the missed lines again. Rejects with the refusal. @returns their names */
export const addReFly = atom(null, async (_get, _set, id: number): Promise<string[]> => {
  // Also after a refusal: somebody else may have added them.
  const made = await call(api.flightReview.reFly, { params: { id }, body: {} }).finally(() =>
    reloadRoutes(id),
  );
  return made.map(({ name }) => name);
});

/** Shows a route as it was saved, and reads the sums of its campaign again. */
export function keepRoute(saved: CheckedRoute): void {
  queryClient().setQueriesData<CheckedRoute[]>({ queryKey: routesKey(saved.campaign_id) }, (rows) =>
    rows?.map((row) => (row.id === saved.id ? saved : row)),
  );
  void reload(listKey());
  void reload(reviewKey(saved.campaign_id));
}

function keepCampaign(changed: FlightCampaign): void {
  queryClient().setQueryData<FlightCampaign[]>(listKey(), (rows = []) => {
    const isKnown = rows.some(({ id }) => id === changed.id);
    if (!isKnown) return [changed, ...rows];
    return rows.map((row) => (row.id === changed.id ? changed : row));
  });
}

/** What the pilot must know of routes of the chosen campaign, by their ids; without, of all. */
export const readWarnings = atom(null, (get, _set, ids?: readonly number[]): RouteWarning[] => {
  const routes = valueOf(get(flightRoutesAtom)) ?? [];
  return warningsOf(ids ? routes.filter(({ id }) => ids.includes(id)) : routes);
});
