import { expect, test } from "vitest";
import { isPermission, isPermitted, permissions, type Permission } from "./permission.ts";

const held: ReadonlySet<Permission> = new Set<Permission>(["READ_TASK", "READ_REPORT"]);

test("a requirement of one permission is met by who holds it", () => {
  expect(isPermitted("READ_TASK", held)).toBe(true);
  expect(isPermitted("CREATE_REPORT", held)).toBe(false);
});

test("without a requirement a sign-in is enough", () => {
  expect(isPermitted(null, new Set())).toBe(true);
});

test("of several permissions all are needed, or any", () => {
  const both = ["READ_TASK", "READ_REPORT"] as const;
  const one = ["CREATE_REPORT", "READ_REPORT"] as const;
  const none = ["CREATE_REPORT", "READ_DRONE"] as const;
  expect([both, one, none].map((all) => isPermitted({ all }, held))).toEqual([true, false, false]);
  expect([both, one, none].map((any) => isPermitted({ any }, held))).toEqual([true, true, false]);
});

test("permissions are numbered from 1 without a gap, and known by their names", () => {
  expect(permissions.map(({ number }) => number)).toEqual(
    Array.from({ length: permissions.length }, (_, i) => i + 1),
  );
  expect(isPermission("READ_TASK")).toBe(true);
  expect(isPermission("read_task")).toBe(false);
});
