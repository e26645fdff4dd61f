// What users can change about themselves, and the rules for names of people.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { isLine } from "../text.ts";
import { userLocales } from "./user.ts";
import type { ViewerFacts } from "./viewer.ts";

export const localeShape = z.enum(userLocales);

/** `personNameRefusal` refuses more, with the other reasons of the form. */
export const personNameShape = z.string().max(100).refine(isLine, "name_with_control");

/** The names as they are sent, trimmed. */
export const ownNamesShape = z.object({
  first_name: personNameShape.trim(),
  last_name: personNameShape.trim(),
});

/** Why a first or last name is refused, or null. */
export function personNameRefusal(name: string): Refusal | null {
  if (name.trim() === "") return { reason: "name_missing" };
  return /[\p{Cc}\p{Co}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)
    ? { reason: "name_with_control" }
    : null;
}

/** Why the viewer cannot show all key figures, or null: only staff can who may act for customers. */
export function showAllRefusal({
  is_admin,
  permissions,
}: Pick<ViewerFacts, "is_admin" | "permissions">): Refusal | null {
  const canShowAll = is_admin && permissions.has("SWITCH_CUSTOMER");
  return canShowAll ? null : { reason: "show_all_for_staff" };
}

/** An entry in the list of the user's own open sessions. */
export const openSessionShape = z.object({
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSessionShape>;
