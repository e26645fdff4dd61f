// Terms of service and imprint of the provider.
import { legalShape } from "../../domain/provider/legal.ts";
import { endpoint } from "../endpoint.ts";

export const legalApi = {
  read: endpoint({
    method: "GET",
    path: "/legal",
    summary: "Addresses of the provider's terms of service and imprint, from the settings.",
    public: true,
    open: true,
    permission: null,
    scope: null,
    answer: legalShape,
  }),
};
