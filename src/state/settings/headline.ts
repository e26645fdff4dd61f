// The headline of one analysis, on its page.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { queriesById } from "../shell/query.ts";

/** Fetched again with its analysis. */
export const headlineOf = queriesById((id: number) => ({
  key: ["analysis", id, "headline"],
  ask: (options) => call(api.analysisResult.headline, { params: { id } }, options),
}));
