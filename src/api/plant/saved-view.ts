// Saved views of a plant.
import { z } from "zod";
import {
  savedViewChangesShape,
  savedViewCountRefusal,
  savedViewFormShape,
  savedViewRefusal,
  savedViewShape,
  type SavedView,
} from "../../domain/plant/saved-view.ts";
import { viewsPlant } from "../../domain/plant/plant-access.ts";
import { idTextShape } from "../../domain/id.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const viewParams = idParams.extend({ view_id: idTextShape });
const scope = { plant: "id" } as const;
const viewScope = { plant: "id", saved_view: "view_id" } as const;
const permission = viewsPlant;

export const savedViewApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/saved-views",
    summary: "The viewer's saved views of the plant, and those that others share, by name.",
    permission,
    scope,
    params: idParams,
    answer: z.array(savedViewShape),
    offline: "plant",
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/saved-view",
    summary: "Saves a view under a name; with is_shared, for all users of the customer.",
    permission,
    refusal: (_, own: { readonly count: number }) => savedViewCountRefusal(own),
    scope,
    params: idParams,
    body: savedViewFormShape,
    answer: savedViewShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/saved-view/{view_id}",
    summary: "Renames a view, shares it, or replaces what it shows.",
    permission,
    refusal: (viewer, view: Pick<SavedView, "account_id">) => savedViewRefusal(viewer, view),
    scope: viewScope,
    params: viewParams,
    body: savedViewChangesShape,
    answer: savedViewShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/plant/{id}/saved-view/{view_id}",
    summary: "Deletes a view, for all who share it.",
    permission,
    refusal: (viewer, view: Pick<SavedView, "account_id">) => savedViewRefusal(viewer, view),
    scope: viewScope,
    params: viewParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
