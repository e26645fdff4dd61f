// The flight campaigns of an analysis on its page, and the routes of the newest that is ready.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { queriesById, reload } from "../shell/query.ts";

const campaignsKey = (id: number) => ["analysis", id, "flight-campaigns"];
const routesKey = (id: number) => ["analysis", id, "current-flight-routes"];

/** The newest first. */
export const campaignsOf = queriesById((id: number) => ({
  key: campaignsKey(id),
  ask: (options) => call(api.flightCampaign.listOfAnalysis, { params: { id } }, options),
}));

/** The routes of the newest campaign that is ready. */
export const currentRoutesOf = queriesById((id: number) => ({
  key: routesKey(id),
  ask: (options) => call(api.flightRoute.currentOfAnalysis, { params: { id } }, options),
}));

/** Reads the campaigns of an analysis and its routes again. */
export async function reloadCampaignsOf(id: number): Promise<void> {
  await Promise.all([reload(campaignsKey(id)), reload(routesKey(id))]);
}

/** Generates the routes of a campaign again. Rejects with the refusal. */
export const regenerateCampaignOf = atom(
  null,
  async (_get, _set, analysis_id: number, id: number): Promise<void> => {
    await call(api.flightCampaign.generate, { params: { id } });
    await reloadCampaignsOf(analysis_id);
  },
);

/** Stops the generation of the routes of a campaign. Rejects with the refusal. */
export const stopCampaignOf = atom(
  null,
  async (_get, _set, analysis_id: number, id: number): Promise<void> => {
    await call(api.flightCampaign.stop, { params: { id } });
    await reloadCampaignsOf(analysis_id);
  },
);
