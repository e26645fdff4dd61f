// Values that analyses carry for components that they did not measure.
import { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { launchedShape } from "../../domain/analysis/task.ts";
import {
  carriedColumnShape,
  unmeasuredHolderRefusal,
  unmeasuredShape,
} from "../../domain/analysis/unmeasured.ts";
import { idTextShape } from "../../domain/id.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const params = z.object({ analysis_id: idTextShape });
const scope = { analysis: "analysis_id" } as const;
/** Facts for the rule of a holder. */
type Holder = {
  readonly analysis: Pick<Analysis, "key_figure_ids">;
  readonly is_unmeasured_holder: boolean;
};

export const unmeasuredApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/analysis-result/{analysis_id}/is-unmeasured-holder",
    summary:
      "Whether newer analyses take values from this one, and which of them are not refreshed.",
    permission: "UPDATE_ANALYSIS_RESULT",
    scope,
    params,
    answer: unmeasuredShape,
  }),
  setHolder: endpoint({
    method: "POST",
    path: "/auth/analysis-result/{analysis_id}/is-unmeasured-holder",
    summary: "Lets newer analyses take values from this one for what they did not measure, or not.",
    permission: "UPDATE_ANALYSIS_RESULT",
    refusal: (_, { analysis, is_unmeasured_holder }: Holder) =>
      unmeasuredHolderRefusal(analysis, is_unmeasured_holder),
    scope,
    params,
    body: z.object({ is_unmeasured_holder: z.boolean() }),
    answer: unmeasuredShape,
  }),
  refresh: endpoint({
    method: "POST",
    path: "/auth/analysis-result/{analysis_id}/refresh-unmeasured-of-newer-analyses",
    summary: "Starts a task in which the newer analyses take the held values over again.",
    permission: "UPDATE_ANALYSIS_RESULT",
    scope,
    params,
    answer: launchedShape,
  }),
  carried: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/carried-columns",
    summary: "The columns of carried values; their bytes have the address of any column.",
    permission: "READ_ANALYSIS_RESULT",
    scope: { analysis: "id" },
    params: idParams,
    answer: z.array(carriedColumnShape),
    offline: "performance indicators",
  }),
};
