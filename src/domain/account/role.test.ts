import { describe, expect, it } from "vitest";
import { hideAdminRefusal, switchRefusal } from "./switch-customer.ts";
import { permissionNames, type Permission } from "./permission.ts";
import { personNameRefusal, showAllRefusal } from "./profile.ts";
import { registrationRefusals } from "./registration.ts";
import {
  heldPermissions,
  isProviderRole,
  matrixChangeRefusal,
  permissionChangeRefusal,
  rolePermissions,
  visiblePlantIds,
} from "./role.ts";

describe("the roles", () => {
  it("permit super admins everything, admins all but four things, customers to view and observe, their admins to manage users", () => {
    expect(rolePermissions.super_admin).toEqual(permissionNames);
    const lacking = permissionNames.filter((name) => !rolePermissions.admin.includes(name));
    expect(lacking.toSorted()).toEqual([
      "DELETE_CUSTOMER",
      "READ_PERMISSION",
      "TERMINATE_RUNPOD_SERVER",
      "UPDATE_PROTECTED_ANALYSIS",
    ]);
    const changing = rolePermissions.customer_user.filter((name) =>
      /^(CREATE|UPDATE|DELETE|UPLOAD|MANAGE)/.test(name),
    );
    expect(changing).toEqual([
      "MANAGE_CUSTOM_COMPONENT_PROPERTY",
      "CREATE_OBSERVATION",
      "UPDATE_OBSERVATION",
      "DELETE_OBSERVATION",
      "UPLOAD_OBSERVATION_IMAGE",
      "CREATE_REPORT",
      "UPDATE_FINDING",
      "UPDATE_WORK_ORDER",
      "UPDATE_SERIAL_NUMBER",
    ]);
    const added = rolePermissions.customer_admin.filter(
      (name) => !rolePermissions.customer_user.includes(name),
    );
    expect(added).toEqual([
      "READ_CUSTOMER",
      "UPDATE_OWN_CUSTOMER",
      "CREATE_USER",
      "UPDATE_USER",
      "DELETE_USER",
      "READ_USER",
      "READ_AVAILABLE_ROLE",
      "MANAGE_WEBHOOK",
    ]);
    expect(["customer_user", "admin", "super_admin", "other"].map(isProviderRole)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it("have their stored permissions; super admins have all", () => {
    expect(heldPermissions("super_admin", [])).toEqual(permissionNames);
    expect(heldPermissions("admin", ["READ_TASK"])).toEqual(["READ_TASK"]);
  });

  it("see all plants, the assigned ones or none", () => {
    const see = (...held: Permission[]) => visiblePlantIds(new Set(held), [3, 5]);
    expect(see("READ_ALL_PLANT")).toBeNull();
    expect(see("READ_ALL_PLANT", "READ_AVAILABLE_PLANT")).toBeNull();
    expect(see("READ_AVAILABLE_PLANT")).toEqual([3, 5]);
    expect(visiblePlantIds(new Set<Permission>(["READ_AVAILABLE_PLANT"]), null)).toBeNull();
    expect(see()).toEqual([]);
    expect(visiblePlantIds(new Set(), null)).toEqual([]);
  });

  it("of customers are limited to their customer, and super admins keep all permissions", () => {
    const staffOnly = permissionNames.filter(
      (name) => permissionChangeRefusal({ key: "customer_user" }, name, false) !== null,
    );
    expect(staffOnly.toSorted()).toEqual([
      "CREATE_CUSTOMER",
      "DELETE_CUSTOMER",
      "READ_AUDIT_TRAIL",
      "READ_PERMISSION",
      "READ_PROVIDER_USER",
      "SWITCH_CUSTOMER",
    ]);
    expect(permissionChangeRefusal({ key: "customer_user" }, "SWITCH_CUSTOMER", false)).toEqual({
      reason: "permission_for_staff",
    });
    // It can always be revoked.
    expect(permissionChangeRefusal({ key: "customer_user" }, "SWITCH_CUSTOMER", true)).toBeNull();
    expect(permissionChangeRefusal({ key: "admin" }, "SWITCH_CUSTOMER", false)).toBeNull();
    expect(permissionChangeRefusal({ key: "super_admin" }, "READ_TASK", false)).toBeNull();
    expect(permissionChangeRefusal({ key: "super_admin" }, "READ_TASK", true)).toEqual({
      reason: "super_admin_keeps_all",
    });
  });

  it("can only be changed by super admins", () => {
    const change = { role: { key: "super_admin" }, permission: "READ_TASK", held: true } as const;
    expect(matrixChangeRefusal({ is_super_admin: false })).toEqual({
      reason: "permission_missing",
    });
    expect(matrixChangeRefusal({ is_super_admin: false }, change)).toEqual({
      reason: "permission_missing",
    });
    expect(matrixChangeRefusal({ is_super_admin: true })).toBeNull();
    expect(matrixChangeRefusal({ is_super_admin: true }, change)).toEqual({
      reason: "super_admin_keeps_all",
    });
    expect(
      matrixChangeRefusal({ is_super_admin: true }, { ...change, role: { key: "admin" } }),
    ).toBeNull();
  });
});

describe("acting for a customer", () => {
  it("is for staff; hiding the role is for super admins", () => {
    const notSuper = { reason: "not_super_admin", field: "hidden_admin" };
    expect(switchRefusal({ is_admin: false }, { role: "super_admin" })).toEqual({
      reason: "permission_missing",
    });
    expect(switchRefusal({ is_admin: true }, { role: "admin" })).toBeNull();
    expect(switchRefusal({ is_admin: true }, { role: "admin", hidden_admin: false })).toEqual(
      notSuper,
    );
    expect(
      switchRefusal({ is_admin: true }, { role: "super_admin", hidden_admin: true }),
    ).toBeNull();
    expect(hideAdminRefusal("super_admin")).toBeNull();
    expect(hideAdminRefusal("customer_user")).toEqual(notSuper);
    const acting = new Set<Permission>(["SWITCH_CUSTOMER"]);
    expect(showAllRefusal({ is_admin: true, permissions: acting })).toBeNull();
    for (const viewer of [
      { is_admin: false, permissions: acting },
      { is_admin: true, permissions: new Set<Permission>() },
    ]) {
      expect(showAllRefusal(viewer)).toEqual({ reason: "show_all_for_staff" });
    }
  });
});

describe("the names of people", () => {
  it.each(["", "  ", "\t\u00a0"])("are not empty: %j", (name) => {
    expect(personNameRefusal(name)).toEqual({ reason: "name_missing" });
  });

  it.each(["a\nb", "\u0000", "a\u202eb", "\u2066x", "a\u2028b", "\ue000"])(
    "contain no control characters or line breaks: %j",
    (name) => expect(personNameRefusal(name)).toEqual({ reason: "name_with_control" }),
  );

  it.each(["José", "O’Neill", "李", "Anna-Maria von Berg", "علي"])(
    "can be in any script: %s",
    (name) => {
      expect(personNameRefusal(name)).toBeNull();
    },
  );

  it("and the terms are checked together, each with its field", () => {
    expect(
      registrationRefusals({ first_name: "", last_name: "a\nb", terms_accepted: false }),
    ).toEqual([
      { reason: "name_missing", field: "first_name" },
      { reason: "name_with_control", field: "last_name" },
      { reason: "terms_not_accepted", field: "terms_accepted" },
    ]);
    expect(
      registrationRefusals({ first_name: "Ana", last_name: "Luz", terms_accepted: true }),
    ).toEqual([]);
  });
});
