// User provisioning of customers: the token of their sign-in services. The services themselves use SCIM, see decisions/provisioning.md.
import { z } from "zod";
import {
  issuedTokenShape,
  provisioningRefusal,
  provisioningShape,
  tokenFormShape,
} from "../../domain/account/provisioning.ts";
import { allPlantsRefusal, type ViewerFacts } from "../../domain/account/viewer.ts";
import { idTextShape } from "../../domain/id.ts";
import { endpoint } from "../endpoint.ts";

const params = z.object({ id: idTextShape });
const scope = { customer: "id" } as const;
/** UPDATE_OWN_CUSTOMER alone allows the viewer's own customer. */
const permission = { any: ["UPDATE_CUSTOMER", "UPDATE_OWN_CUSTOMER"] } as const;

export const provisioningApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/customer/{id}/provisioning",
    summary:
      "The token of the customer's sign-in service without its secret, and what it has sent.",
    permission,
    scope,
    params,
    answer: provisioningShape,
  }),
  issue: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/provisioning-token",
    summary:
      "Makes a token for user provisioning (SCIM). It is answered once; the former one ends.",
    permission,
    refusal: provisioningRefusal,
    scope,
    params,
    body: tokenFormShape,
    answer: issuedTokenShape,
  }),
  withdraw: endpoint({
    method: "DELETE",
    path: "/auth/customer/{id}/provisioning-token",
    summary: "Withdraws the token for user provisioning. It ends at once.",
    permission,
    refusal: (viewer: ViewerFacts) => allPlantsRefusal(viewer),
    scope,
    params,
    answer: provisioningShape,
  }),
};
