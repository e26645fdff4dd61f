// Where the values of a key figure of an analysis come from.
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { queriesById } from "../../shell/query.ts";
import { plantKey } from "../plant.ts";

/** By "analysis/key figure". */
export const valueOriginOf = queriesById((of: `${number}/${number}`) => {
  const [id = 0, key_figure_id = 0] = of.split("/").map(Number);
  return {
    key: plantKey("value-origin", id, key_figure_id),
    ask: (options) => call(api.evaluation.origin, { params: { id, key_figure_id } }, options),
  };
});
