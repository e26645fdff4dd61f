// Users: their customer, role and plants, invitations and locks.
import { z } from "zod";
import {
  invitationShape,
  plantIdsShape,
  providerUserShape,
  roleOptionShape,
  seatsShape,
  userShape,
} from "../../domain/account/user.ts";
import * as rules from "../../domain/account/user.ts";
import type { Seats, Target } from "../../domain/account/user.ts";
import { problemShape } from "../../domain/error-shape.ts";
import { tablePreviewShape } from "../../domain/file-preview/table-preview.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idShape, idTextShape } from "../../domain/id.ts";
import { exactLineShape } from "../../domain/text.ts";

/** Facts for the rules: the user, and the number of super admins who can sign in. */
type UserFacts = { readonly user: Target; readonly super_admins: number };
const idParams = z.object({ id: idTextShape });
const scope = { user: "id" } as const;
const ofCustomer = z.object({ customer_id: idTextShape });
const done = z.object({ done: z.literal(true) });

export const userApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/users",
    summary: "The users that the viewer sees.",
    permission: "READ_USER",
    scope: null,
    answer: z.array(userShape),
  }),
  listProvider: endpoint({
    method: "GET",
    path: "/auth/provider-users",
    summary: "The provider's staff that the viewer sees.",
    permission: "READ_PROVIDER_USER",
    scope: null,
    answer: z.array(providerUserShape),
  }),
  listSeats: endpoint({
    method: "GET",
    path: "/auth/user/seats",
    summary: "The number of used seats of each customer.",
    permission: { any: ["READ_USER", "CREATE_USER"] },
    scope: null,
    answer: z.array(seatsShape),
  }),
  listRoles: endpoint({
    method: "GET",
    path: "/auth/user/roles",
    summary: "The roles that the viewer can grant.",
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
  previewFile: endpoint({
    method: "POST",
    path: "/auth/users/preview",
    summary:
      "What a table of new users is understood as; nothing is stored, and no e-mail is sent. The fields of the import.",
    permission: "CREATE_USER",
    scope: null,
    query: ofCustomer,
    bodyKind: "multipart",
    maxBytes: limits.recordFileBytes,
    answer: tablePreviewShape,
  }),
  importFile: endpoint({
    method: "POST",
    path: "/auth/users/import",
    summary:
      "Invites the users of a CSV file or workbook, one row each, and e-mails the invitations; all of them, or none with the faults by line. The field sheet is for a workbook with several tables, mapping (JSON) says the column of each meaning.",
    permission: "CREATE_USER",
    scope: null,
    query: ofCustomer,
    bodyKind: "multipart",
    maxBytes: limits.recordFileBytes,
    heavy: true,
    /** `unmailed`: addresses whose invitation could not be sent; `notes`: what the table does not say. */
    answer: z.object({
      count: z.number().int(),
      unmailed: z.array(z.string()),
      notes: z.array(problemShape),
    }),
  }),
  resendInvitation: endpoint({
    method: "POST",
    path: "/auth/user/{id}/resend-invitation",
    summary: "E-mails the invitation again with a new key. The old key becomes invalid.",
    permission: "CREATE_USER",
    refusal: rules.invitationRefusal,
    scope,
    params: idParams,
    answer: z.object({ confirmation_key: z.string() }),
  }),
  assignPlants: endpoint({
    method: "POST",
    path: "/auth/user/{id}/assign-plants",
    summary: "Assigns plants to a user: null for all of the customer, empty for none.",
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
    summary: "Changes the role of a user. Needs a security code of the viewer.",
    permission: "UPDATE_USER",
    refusal: (viewer, { user, super_admins }: UserFacts) =>
      rules.roleChangeRefusal(viewer, user, super_admins),
    scope,
    params: idParams,
    body: z.object({
      role_id: idShape,
      security_code: exactLineShape.min(1).max(20),
    }),
    answer: userShape,
  }),
  unLock: endpoint({
    method: "POST",
    path: "/auth/user/{id}/un-lock",
    summary: "Locks a user and ends their sessions, or unlocks a user.",
    permission: "UPDATE_USER",
    refusal: (viewer, { user, super_admins, lock }: UserFacts & { readonly lock: boolean }) =>
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
    summary: "Deletes a user. The name stays in the records of what the user did.",
    permission: "DELETE_USER",
    refusal: (viewer, { user, super_admins }: UserFacts) =>
      rules.userRemovalRefusal(viewer, user, super_admins),
    scope,
    params: idParams,
    answer: done,
  }),
};
