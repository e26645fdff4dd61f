// Who asks, read off the session's row.
import { heldPermissions, visiblePlantIds, staffRoles } from "../../domain/account/role.ts";
import type { Viewer } from "../context.ts";
import type { SessionRow } from "../store/account/session.ts";

/** The viewer of a session. Staff see all customers, or the one the session acts for. */
export function viewerOf(row: SessionRow, locale: string): Viewer {
  // A role nobody knows is bound to its customer like a user's.
  const is_admin = staffRoles.some((key) => key === row.role_key);
  const is_super_admin = row.role_key === "super_admin" && !row.hidden_admin;
  // A super admin who hides the role has what an admin has.
  const hides = row.role_key === "super_admin" && row.hidden_admin;
  const permissions = new Set(
    hides ? row.admin_permissions : heldPermissions(row.role_key, row.permissions),
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
    show_all_key_figures: row.session_shows_all,
    locale,
  };
}
