// The permission matrix.
import { permissionApi } from "../../../api/account/permission.ts";
import { ruleRefusalOf } from "../../../api/refusal.ts";
import { failure } from "../../../domain/error.ts";
import { permissionNames } from "../../../domain/account/permission.ts";
import type { Context } from "../../context.ts";
import { refuse, type Handlers } from "../../implement.ts";
import { writeAuditEntry } from "../../store/account/audit.ts";
import { lockRoles, readRoles, storePermissions } from "../../store/account/role.ts";

export const permissionHandlers: Handlers<typeof permissionApi> = {
  readMatrix: ({ db }) => readRoles(db),

  changeMatrix: {
    needsOwner: "Roles are the same for all customers, also while the viewer acts for one.",
    async answer(context, { body }) {
      const { db, ownerDb, viewer } = context;
      refuse(permissionApi.changeMatrix, viewer);
      await ownerDb.transaction(async (transaction) => {
        await lockRoles(transaction);
        const roles = new Map((await readRoles(transaction)).map((role) => [role.id, role]));
        for (const { role_id, granted, revoked } of body.changes) {
          const role = roles.get(role_id);
          if (!role) throw failure("BAD_REQUEST", { reason: "role_unknown", field: "role_id" });
          checkChange(context, role, granted, revoked);
          const held = new Set([...role.permissions, ...granted]);
          for (const permission of revoked) held.delete(permission);
          const permissions = permissionNames.filter((permission) => held.has(permission));
          roles.set(role_id, { ...role, permissions });
          await storePermissions(transaction, role_id, permissions);
          await writeAuditEntry(context, transaction, {
            customer_id: null,
            action: "role_permissions_changed",
            detail: { role: role.key, granted, revoked },
          });
        }
      });
      return readRoles(db);
    },
  },
};

type Permissions = Awaited<ReturnType<typeof readRoles>>[number]["permissions"];

/** @throws CONFLICT with a reason for each permission that must not change */
function checkChange(
  { viewer }: Context,
  role: { readonly key: string },
  granted: Permissions,
  revoked: Permissions,
): void {
  const refusalOf = (permission: Permissions[number], held: boolean) =>
    ruleRefusalOf(permissionApi.changeMatrix, viewer, { role, permission, held });
  const refusals = [
    ...granted.map((permission) => refusalOf(permission, false)),
    ...revoked.map((permission) => refusalOf(permission, true)),
  ].filter((refusal) => refusal !== null);
  if (refusals.length > 0) throw failure("CONFLICT", ...refusals);
}
