// A view of a plant that a user has saved: what is shown, as the query of the plant's address.
import { z } from "zod";
import type { ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { limits } from "../limits.ts";
import { exactLineShape, lineShape } from "../text.ts";
import { viewFromQuery, viewToQuery } from "./view.ts";

export const savedViewFormShape = z.object({
  name: lineShape.min(1).max(100),
  /** As in /plant/{id}?…, without the question mark. */
  query: exactLineShape.min(1).max(limits.savedViewLetters),
  /** Whether all users of the plant's customer who see the plant see the view. */
  is_shared: z.boolean().default(false),
});
/** Absent fields stay unchanged, so there are no defaults here. */
export const savedViewChangesShape = savedViewFormShape
  .extend({ is_shared: z.boolean() })
  .partial();
export type SavedViewForm = z.infer<typeof savedViewFormShape>;
export type SavedViewChanges = z.infer<typeof savedViewChangesShape>;

export const savedViewShape = z.object({
  id: z.number().int(),
  plant_id: z.number().int(),
  name: z.string(),
  query: z.string(),
  is_shared: z.boolean(),
  account_id: z.number().int(),
  /** Name of the user who saved it. */
  user_name: z.string(),
  updated_at: z.string(),
});
export type SavedView = z.infer<typeof savedViewShape>;

/** Why the viewer cannot change or delete the view, or null: only its author and staff can. */
export function savedViewRefusal(
  viewer: Pick<ViewerFacts, "account_id" | "is_admin">,
  view: Pick<SavedView, "account_id">,
): Refusal | null {
  return view.account_id === viewer.account_id || viewer.is_admin
    ? null
    : { reason: "view_not_own" };
}

/** Why the viewer cannot save one more, or null. `count`: own views of the plant. */
export function savedViewCountRefusal({ count }: { readonly count: number }): Refusal | null {
  const most = limits.savedViews;
  return count >= most ? { reason: "too_many_views", values: { most } } : null;
}

/** The query with the known parts alone, or null if a part cannot be read. */
export function storedQuery(query: string): string | null {
  const { view, refused } = viewFromQuery(query);
  return refused.length > 0 ? null : viewToQuery(view);
}
