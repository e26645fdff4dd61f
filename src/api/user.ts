// Users: who may sign in, for which customer, in which role, for which plants.
import { z } from "zod";
import {
  invitationShape,
  plantIdsShape,
  providerUserShape,
  roleOptionShape,
  seatsShape,
  userShape,
} from "../domain/account/user.ts";
import * as rules from "../domain/account/user.ts";
import type { Seats, Target } from "../domain/account/user.ts";
import { endpoint } from "./endpoint.ts";

/** Whom it is done to, and how many super admins could sign in now. */
type Targeted = { readonly user: Target; readonly super_admins: number };
const idParams = z.object({ id: z.coerce.number().int().positive() });
const scope = { user: "id" } as const;
const done = z.object({ done: z.literal(true) });

export const userApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/users",
    summary: "The users the viewer may see.",
    permission: "READ_USER",
    scope: null,
    answer: z.array(userShape),
  }),
  listProvider: endpoint({
    method: "GET",
    path: "/auth/provider-users",
    summary: "The provider's staff, as far as the viewer may see it.",
    permission: "READ_PROVIDER_USER",
    scope: null,
    answer: z.array(providerUserShape),
  }),
  listSeats: endpoint({
    method: "GET",
    path: "/auth/user/seats",
    summary: "How many of each customer's seats are taken.",
    permission: { any: ["READ_USER", "CREATE_USER"] },
    scope: null,
    answer: z.array(seatsShape),
  }),
  listRoles: endpoint({
    method: "GET",
    path: "/auth/user/roles",
    summary: "The roles the viewer may give.",
    permission: "READ_AVAILABLE_ROLE",
    scope: null,
    answer: z.array(roleOptionShape),
  }),
  invite: endpoint({
    method: "POST",
    path: "/auth/user",
    summary: "Invites a user; answers the key of the registration.",
    permission: "CREATE_USER",
    refusal: (_, seats: Pick<Seats, "total" | "max">) => rules.seatRefusal(seats),
    scope: null,
    body: invitationShape,
    answer: z.object({ confirmation_key: z.string(), user: userShape }),
  }),
  resendInvitation: endpoint({
    method: "POST",
    path: "/auth/user/{id}/resend-invitation",
    summary: "Mails the invitation again with a new key; the former one is void.",
    permission: "CREATE_USER",
    refusal: rules.invitationRefusal,
    scope,
    params: idParams,
    answer: z.object({ confirmation_key: z.string() }),
  }),
  assignPlants: endpoint({
    method: "POST",
    path: "/auth/user/{id}/assign-plants",
    summary: "Says which plants a user sees; null for all of the customer, empty for none.",
    permission: "UPDATE_USER",
    refusal: rules.plantAssignmentRefusal,
    scope,
    params: idParams,
    body: z.object({ plant_ids: plantIdsShape }),
    answer: userShape,
  }),
  changeRole: endpoint({
    method: "POST",
    path: "/auth/user/{id}/change-role",
    summary: "Gives a user another role; needs the acting user's security code.",
    permission: "UPDATE_USER",
    refusal: (viewer, { user, super_admins }: Targeted) =>
      rules.roleChangeRefusal(viewer, user, super_admins),
    scope,
    params: idParams,
    body: z.object({
      role_id: z.number().int().positive().max(2_147_483_647),
      security_code: z.string().min(1).max(20),
    }),
    answer: userShape,
  }),
  unLock: endpoint({
    method: "POST",
    path: "/auth/user/{id}/un-lock",
    summary: "Locks a user, which ends all sessions at once, or unlocks again.",
    permission: "UPDATE_USER",
    refusal: (viewer, { user, super_admins, lock }: Targeted & { readonly lock: boolean }) =>
      lock
        ? rules.userLockRefusal(viewer, user, super_admins)
        : rules.userChangeRefusal(viewer, user),
    scope,
    params: idParams,
    body: z.object({ lock: z.boolean() }),
    answer: userShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/user/{id}/delete",
    summary: "Deletes a user; only the name stays, below what was done under it.",
    permission: "DELETE_USER",
    refusal: (viewer, { user, super_admins }: Targeted) =>
      rules.userRemovalRefusal(viewer, user, super_admins),
    scope,
    params: idParams,
    answer: done,
  }),
};
