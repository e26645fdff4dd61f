// Errors that browsers reported.
import { diagnosticListShape, diagnosticQueryShape } from "../../domain/diagnostic.ts";
import { endpoint } from "../endpoint.ts";

export const diagnosticApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/diagnostics",
    summary:
      "Errors that browsers reported, newest first. The search covers ID, user, version and text.",
    permission: "READ_PROVIDER_USER",
    scope: null,
    query: diagnosticQueryShape,
    answer: diagnosticListShape,
  }),
};
