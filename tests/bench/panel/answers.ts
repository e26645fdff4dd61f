// What the server would answer to the measured panels.
import { permissionNames } from "../../../src/domain/account/permission.ts";
import type { Role } from "../../../src/domain/account/permission-matrix.ts";
import { roleKeys, rolePermissions } from "../../../src/domain/account/role.ts";
import type { SessionAnswer } from "../../../src/domain/account/session.ts";
import type { Seats, User } from "../../../src/domain/account/user.ts";

export const roles: readonly Role[] = roleKeys.map((key, at) => ({
  id: at + 1,
  key,
  permissions: [...rolePermissions[key]],
  user_count: 10 ** (4 - at),
}));

/** Users of fifty customers, in every state; the last name is the number. */
export function makeUsers(count: number): User[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    first_name: `First ${at % 97}`,
    last_name: `Last ${String(at).padStart(5, "0")}`,
    email: `user${(at * 7919 + 1) % count}@customer-${at % 50}.example`,
    customer_id: (at % 50) + 1,
    company: `Customer ${at % 50}`,
    role_id: 1,
    role: "customer_user",
    state: at % 11 === 0 ? "PENDING" : "REGISTERED",
    locked: at % 37 === 0,
    last_sign_in_at: at % 11 === 0 ? null : new Date(1.79e12 - at * 3.6e6).toISOString(),
    invited_at: "2026-01-01T00:00:00Z",
    plant_ids: at % 5 === 0 ? null : [1, 2, 3],
    has_other_plants: false,
    has_higher_role: false,
  }));
}

const seats: readonly Seats[] = Array.from({ length: 50 }, (_, at) => ({
  customer_id: at + 1,
  name: `Customer ${at}`,
  total: 200,
  max: 250,
  is_provider: false,
}));

export const session: SessionAnswer = {
  token: "bench",
  permissions: [...permissionNames],
  customer: null,
  is_admin: true,
  is_super_admin: true,
  hidden_admin: false,
  white_labeling_version: null,
};

const me = {
  id: 0,
  first_name: "Bench",
  last_name: "",
  email: "bench@example.com",
  role: "super_admin",
  auth_method: 0,
  last_used_webapp_version: null,
  show_all_key_figures: false,
  is_uploading: false,
  locale: "en",
};

/** Answers of the API by the end of their path; texts, as they come over the wire. */
export function answersFor(count: number): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({
      "/auth/users": makeUsers(count),
      "/auth/user/seats": seats,
      "/auth/user/roles": roles.map(({ id, key }) => ({ id, key })),
      "/auth/user/me": me,
      "/auth/permission-matrix": roles,
    }).map(([path, answer]) => [path, JSON.stringify(answer)]),
  );
}
