import { describe, expect, it } from "vitest";
import { quotaRefusal } from "./quota.ts";

const limit = { gb: 2, rows: 10 };
const used = { bytes: 2 * 1_073_741_824 - 10, rows: 9 };

describe("a quota", () => {
  it("is full only beyond its last byte and row", () => {
    expect(quotaRefusal("customer", used, limit, { bytes: 10, rows: 1 })).toBeNull();
    expect(quotaRefusal("customer", used, limit, { bytes: 11, rows: 0 })).toEqual({
      reason: "quota_storage_customer",
      values: { used: 2, wanted: 0.001, most: 2 },
    });
    expect(quotaRefusal("user", used, limit, { bytes: 0, rows: 2 })).toEqual({
      reason: "quota_rows_user",
      values: { used: 9, wanted: 2, most: 10, days: 30 },
    });
  });

  it("that was lowered below what is used refuses more, and nothing that needs none of it", () => {
    const full = { bytes: 5e10, rows: 99 };
    expect(quotaRefusal("user", full, limit, { bytes: 1, rows: 0 })?.reason).toBe(
      "quota_storage_user",
    );
    expect(quotaRefusal("user", full, limit, { bytes: 0, rows: 0 })).toBeNull();
  });
});
