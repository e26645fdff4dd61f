import { describe, expect, it } from "vitest";
import type { Permission } from "./permission.ts";
import { permissionNames } from "./permission.ts";
import { permissionChangeRefusal, rolePermissions } from "./role.ts";
import * as rules from "./user.ts";

const actor = (
  key: "admin" | "super_admin" | "customer_user",
  permissions: readonly Permission[] = rolePermissions[key],
): rules.Actor => ({
  account_id: 1,
  is_super_admin: key === "super_admin",
  permissions: new Set(permissions),
});
const user = (role: string, changes: Partial<rules.Target> = {}): rules.Target => ({
  id: 2,
  role,
  state: "REGISTERED",
  locked: false,
  plant_ids: null,
  has_other_plants: false,
  has_higher_role: false,
  ...changes,
});
const grant = (key: keyof typeof rolePermissions) => ({ key, permissions: rolePermissions[key] });

describe("the names of a user", () => {
  const missing = { reason: "permission_missing" };

  it("can be changed by the user", () => {
    expect(rules.userNamesRefusal(actor("customer_user", []), user("super_admin", { id: 1 }))).toBe(
      null,
    );
  });

  it("can be changed by others with the permission, those of super admins by super admins", () => {
    const editor = actor("admin", ["UPDATE_USER"]);
    expect(rules.userNamesRefusal(actor("admin", ["READ_TASK"]), user("admin"))).toEqual(missing);
    expect(rules.userNamesRefusal(editor, user("customer_user"))).toBeNull();
    expect(rules.userNamesRefusal(editor, user("super_admin"))).toEqual({
      reason: "user_is_super_admin",
    });
    expect(rules.userNamesRefusal(actor("super_admin"), user("super_admin"))).toBeNull();
    // The server asks before it knows the role.
    expect(rules.userNamesRefusal(editor, { id: 2 })).toBeNull();
    expect(rules.userNamesRefusal(actor("admin", []), { id: 2 })).toEqual(missing);
  });
});

describe("an invitation", () => {
  it("has the e-mail address in lower case and without spaces around it", () => {
    const form = {
      first_name: " Ana ",
      last_name: "Luz",
      role_id: 1,
      customer_id: 1,
      locale: "es",
    };
    const invitation = rules.invitationShape.parse({ ...form, email: " Ana.Luz@Mail.Example " });
    expect(invitation.email).toBe("ana.luz@mail.example");
    expect(invitation.first_name).toBe("Ana");
    expect(invitation.plant_ids).toBeNull();
    expect(rules.invitationShape.safeParse({ ...form, email: "ana@" }).success).toBe(false);
  });
});

describe("changes to a user", () => {
  it("are refused for the user's own account", () => {
    const self = user("admin", { id: 1 });
    expect(rules.userLockRefusal(actor("admin"), self, 3)?.reason).toBe("user_locks_self");
    expect(rules.userRemovalRefusal(actor("admin"), self, 3)?.reason).toBe("user_deletes_self");
    expect(rules.roleChangeRefusal(actor("admin"), self, 3)?.reason).toBe("user_changes_own_role");
  });

  it("are for super admins if the user is a super admin", () => {
    for (const rule of [rules.userLockRefusal, rules.userRemovalRefusal, rules.roleChangeRefusal]) {
      expect(rule(actor("admin"), user("super_admin"), 3)?.reason).toBe("user_is_super_admin");
      expect(rule(actor("super_admin"), user("super_admin"), 3)).toBeNull();
      // A super admin who hides the role counts as an admin.
      const hidden = { ...actor("admin"), is_super_admin: false };
      expect(rule(hidden, user("super_admin"), 3)?.reason).toBe("user_is_super_admin");
    }
  });

  it("keep at least one super admin who can sign in", () => {
    for (const rule of [rules.userLockRefusal, rules.userRemovalRefusal, rules.roleChangeRefusal]) {
      const reason = (target: rules.Target, left: number) =>
        rule(actor("super_admin"), target, left)?.reason ?? null;
      expect(reason(user("super_admin"), 1)).toBe("user_is_last_super_admin");
      expect(reason(user("super_admin"), 2)).toBeNull();
      // A super admin who cannot sign in is not the last one.
      expect(reason(user("super_admin", { locked: true }), 1)).toBeNull();
      expect(reason(user("super_admin", { state: "PENDING" }), 1)).toBeNull();
      expect(reason(user("admin"), 1)).toBeNull();
    }
  });

  it("include another invitation only before the registration", () => {
    const reason = (changes: Partial<rules.Target>) =>
      rules.invitationRefusal(actor("admin"), user("customer_user", changes))?.reason ?? null;
    expect(reason({ state: "PENDING" })).toBeNull();
    expect(reason({})).toBe("user_registered_already");
    expect(reason({ state: "PENDING", locked: true })).toBe("user_locked");
  });

  it("do not include assigning plants to staff", () => {
    expect(rules.plantAssignmentRefusal(actor("admin"), user("admin"))?.reason).toBe(
      "plants_for_staff",
    );
    expect(rules.plantAssignmentRefusal(actor("admin"), user("customer_user"))).toBeNull();
  });
});

describe("a role", () => {
  const reason = (...given: Parameters<typeof rules.roleGrantRefusal>) =>
    rules.roleGrantRefusal(...given)?.reason ?? null;

  it("can only be granted by users with at least its permissions", () => {
    expect(reason(actor("admin"), grant("customer_user"), false)).toBeNull();
    expect(reason(actor("admin"), grant("admin"), true)).toBeNull();
    expect(reason(actor("admin"), grant("super_admin"), true)).toBe("role_above_own");
    expect(reason(actor("super_admin"), grant("super_admin"), true)).toBeNull();
    const without = rolePermissions.admin.filter((one) => one !== "READ_REPORT");
    expect(reason(actor("admin", without), grant("customer_user"), false)).toBe("role_above_own");
    // Having all permissions does not make a user a super admin.
    expect(reason(actor("admin", permissionNames), grant("super_admin"), true)).toBe(
      "role_above_own",
    );
  });

  it("of a customer's users is not for the provider's staff", () => {
    const side = (role: string, is_provider: boolean) =>
      rules.roleSideRefusal(role, is_provider)?.reason ?? null;
    expect([side("customer_user", true), side("customer_user", false)]).toEqual([
      "role_for_customers",
      null,
    ]);
    expect([side("admin", false), side("admin", true)]).toEqual(["role_for_staff", null]);
  });

  it("of the provider is only for the provider's users", () => {
    expect(reason(actor("super_admin"), grant("admin"), false)).toBe("role_for_staff");
  });

  it("has permissions that cannot be changed", () => {
    const change = (key: string, permission: Permission, held: boolean) =>
      permissionChangeRefusal({ key }, permission, held)?.reason ?? null;
    expect(change("super_admin", "READ_PERMISSION", true)).toBe("super_admin_keeps_all");
    expect(change("super_admin", "READ_REPORT", false)).toBeNull();
    expect(change("customer_user", "SWITCH_CUSTOMER", false)).toBe("permission_for_staff");
    // A permission that it should not have can be revoked.
    expect(change("customer_user", "SWITCH_CUSTOMER", true)).toBeNull();
    expect(change("admin", "READ_PERMISSION", false)).toBeNull();
  });
});

describe("seats", () => {
  it("are free below the customer's limit; the refusal has total and maximum", () => {
    expect(rules.seatRefusal({ total: 4, max: 5 })).toBeNull();
    expect(rules.seatRefusal({ total: 5, max: 5 })).toMatchObject({
      reason: "user_limit_reached",
      values: { total: 5, max: 5 },
    });
    // A limit that was lowered below the current number of users.
    expect(rules.seatRefusal({ total: 7, max: 5 })).not.toBeNull();
  });
});
