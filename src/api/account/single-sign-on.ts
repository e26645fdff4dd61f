// Single sign-on of customers by OpenID Connect: its settings, and signing in with it.
import { z } from "zod";
import {
  domainShape,
  providerFactsShape,
  signOnAnswerShape,
  signOnOfferShape,
  singleSignOnFormShape,
  singleSignOnRefusal,
  singleSignOnShape,
} from "../../domain/account/single-sign-on.ts";
import { allPlantsRefusal, type ViewerFacts } from "../../domain/account/viewer.ts";
import { exactLineShape } from "../../domain/text.ts";
import { idTextShape } from "../../domain/id.ts";
import { endpoint } from "../endpoint.ts";

const params = z.object({ id: idTextShape });
const scope = { customer: "id" } as const;
/** UPDATE_OWN_CUSTOMER alone allows the viewer's own customer, without new domains. */
const permission = { any: ["UPDATE_CUSTOMER", "UPDATE_OWN_CUSTOMER"] } as const;
/** Made by the browser, which alone can end what it began. */
const browser_key = exactLineShape.min(20).max(200);

export const singleSignOnApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/single-sign-on",
    summary: "The single sign-on of the customers that the viewer may change.",
    permission,
    scope: null,
    answer: z.array(singleSignOnShape),
  }),
  set: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/single-sign-on",
    summary: "Stores the single sign-on of a customer. The client secret is never answered.",
    permission,
    refusal: singleSignOnRefusal,
    scope,
    params,
    body: singleSignOnFormShape,
    answer: singleSignOnShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/customer/{id}/single-sign-on",
    summary: "Removes the single sign-on of a customer. Its users sign in with passwords again.",
    permission,
    refusal: (viewer: ViewerFacts) => allPlantsRefusal(viewer),
    scope,
    params,
    answer: z.object({ done: z.literal(true) }),
  }),
  test: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/single-sign-on/test",
    summary: "Asks a sign-in service about itself.",
    permission,
    refusal: (viewer: ViewerFacts) => allPlantsRefusal(viewer),
    scope,
    params,
    body: singleSignOnFormShape.pick({ issuer: true }),
    answer: providerFactsShape,
  }),
  lookUp: endpoint({
    method: "POST",
    path: "/single-sign-on/look-up",
    summary:
      "The sign-in service of the domain of an e-mail address. The answer is the same for every address of the domain.",
    public: true,
    permission: null,
    scope: null,
    body: z.object({ domain: domainShape }),
    answer: z.object({ offer: signOnOfferShape.nullable() }),
  }),
  begin: endpoint({
    method: "POST",
    path: "/single-sign-on/begin",
    summary: "Begins a sign-in; answers the address of the service for the browser.",
    public: true,
    permission: null,
    scope: null,
    body: z.object({
      domain: domainShape,
      /** Shown by the service as a proposal. */
      email: exactLineShape.max(320).nullable(),
      browser_key,
    }),
    answer: z.object({ address: z.string() }),
  }),
  finish: endpoint({
    method: "POST",
    path: "/single-sign-on/finish",
    summary: "Ends a sign-in with the query that the service added to the redirect address.",
    public: true,
    permission: null,
    scope: null,
    body: z.object({ query: exactLineShape.min(1).max(8000), browser_key }),
    answer: signOnAnswerShape,
  }),
};
