// The viewer of a request.
import { showAllRefusal } from "../../domain/account/profile.ts";
import { heldPermissions, visiblePlantIds, staffRoles } from "../../domain/account/role.ts";
import { failure } from "../../domain/error.ts";
import type { OwnerContext, Viewer } from "../context.ts";
import { readAccount, type AccountRow } from "../store/account/account.ts";
import type { SessionRow } from "../store/account/session.ts";

/** What a session says of its user. */
type Person = Pick<
  SessionRow,
  | "account_id"
  | "customer_id"
  | "first_name"
  | "last_name"
  | "email"
  | "role_key"
  | "permissions"
  | "admin_permissions"
  | "hidden_admin"
  | "acting_customer_id"
  | "session_shows_all"
  | "plant_ids"
>;

/** The viewer of a session. Staff see all customers, or the one that the session acts for. */
export function viewerOf(row: Person, locale: string): Viewer {
  // Unknown roles are limited to their customer, like those of customers' users.
  const is_admin = staffRoles.some((key) => key === row.role_key);
  const is_super_admin = row.role_key === "super_admin" && !row.hidden_admin;
  // A super admin who hides the role has the permissions of an admin.
  const hidesRole = row.role_key === "super_admin" && row.hidden_admin;
  const permissions = new Set(
    hidesRole ? row.admin_permissions : heldPermissions(row.role_key, row.permissions),
  );
  return {
    account_id: row.account_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    own_customer_id: row.customer_id,
    customer_id: is_admin ? row.acting_customer_id : row.customer_id,
    is_admin,
    is_super_admin,
    permissions,
    plant_ids: visiblePlantIds(permissions, row.plant_ids),
    // A right that was lost takes the choice along.
    show_all_key_figures:
      row.session_shows_all && showAllRefusal({ is_admin, permissions }) === null,
    locale,
  };
}

/**
 * The viewer's own account.
 * @throws INVALID_TOKEN if the account was deleted
 */
export async function readViewerAccount({
  ownerDb,
  viewer,
}: Pick<OwnerContext, "ownerDb" | "viewer">): Promise<AccountRow> {
  const row = await readAccount(ownerDb, viewer.account_id);
  if (!row) throw failure("INVALID_TOKEN");
  return row;
}
