import { describe, expect, it } from "vitest";
import type { Permission } from "../account/permission.ts";
import {
  createCustomerRefusal,
  customerChangeRefusal,
  isProvider,
  removeCustomerRefusal,
  removeLogoRefusal,
  whiteLabelRefusal,
} from "./customer.ts";

const viewer = (...permissions: Permission[]) => ({ permissions: new Set(permissions) });
const addresses = ["address_1", "address_2", "address_3", "address_4"];
const none = { plant_count: 0, order_count: 0, drone_count: 0, user_count: 0, staff_count: 0 };
const colour = "#0b63c4";

describe("a customer", () => {
  it("can be changed in every field with the permission for all customers", () => {
    const fields = ["name", "user_limit", ...addresses];
    for (const is_own of [true, false]) {
      expect(customerChangeRefusal(viewer("UPDATE_CUSTOMER"), { is_own, fields })).toBeNull();
    }
  });

  it("can be changed by its own users in its address alone", () => {
    const own = viewer("UPDATE_OWN_CUSTOMER");
    const missing = { reason: "permission_missing" };
    expect(customerChangeRefusal(own, { is_own: true, fields: addresses })).toBeNull();
    expect(customerChangeRefusal(own, { is_own: true, fields: [] })).toBeNull();
    expect(
      customerChangeRefusal(own, { is_own: true, fields: ["address_1", "user_limit", "name"] }),
    ).toEqual({ reason: "customer_field_not_own", field: "user_limit" });
    expect(customerChangeRefusal(own, { is_own: false, fields: addresses })).toEqual(missing);
    expect(customerChangeRefusal(viewer(), { is_own: true, fields: addresses })).toEqual(missing);
  });

  it("is created only by staff who act for no customer", () => {
    expect(createCustomerRefusal(null)).toBeNull();
    expect(createCustomerRefusal(3)).toEqual({ reason: "customer_acted_for" });
  });

  it("can be deleted only without plants, orders, drones and users", () => {
    expect(removeCustomerRefusal(none, null)).toBeNull();
    expect(removeCustomerRefusal(none, 3)).toEqual({ reason: "customer_acted_for" });
    for (const [name, reason] of [
      ["plant_count", "customer_has_plants"],
      ["order_count", "customer_has_orders"],
      ["drone_count", "customer_has_drones"],
      ["user_count", "customer_has_users"],
    ] as const) {
      expect(removeCustomerRefusal({ ...none, [name]: 1 }, null)).toEqual({
        reason,
        values: { count: 1 },
      });
    }
    expect(removeCustomerRefusal({ ...none, plant_count: 2, user_count: 7 }, 3)).toEqual({
      reason: "customer_has_plants",
      values: { count: 2 },
    });
  });

  it("is never deleted if it is the provider, the customer of the staff", () => {
    expect([isProvider({ staff_count: 0 }), isProvider({ staff_count: 1 })]).toEqual([false, true]);
    expect(removeCustomerRefusal({ ...none, staff_count: 1, plant_count: 2 }, null)).toEqual({
      reason: "customer_is_provider",
    });
  });

  it("has colours only together with a logo", () => {
    expect(whiteLabelRefusal({ logo_hash: "a1" })).toBeNull();
    expect(whiteLabelRefusal({ logo_hash: null })).toEqual({ reason: "white_label_without_logo" });
    const white_label = {
      primary: colour,
      primary_hover: colour,
      primary_dark: colour,
      primary_border: colour,
      secondary_hover: colour,
    };
    expect(removeLogoRefusal({ white_label: null })).toBeNull();
    expect(removeLogoRefusal({ white_label })).toEqual({ reason: "white_label_needs_logo" });
  });
});
