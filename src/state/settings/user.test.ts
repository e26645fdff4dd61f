import { beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "../../domain/account/user.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";

const user = (id: number, changes: Partial<User> = {}): User => ({
  id,
  first_name: "Ada",
  last_name: "Diaz",
  email: "ada@example.com",
  customer_id: 1,
  company: "Helios",
  role_id: 1,
  role: "customer_user",
  state: "REGISTERED",
  locked: false,
  last_sign_in_at: null,
  invited_at: null,
  plant_ids: null,
  has_other_plants: false,
  has_higher_role: false,
  ...changes,
});
const asked: [path: string, ask: unknown][] = [];
let refused: string | null = null;
let auth_method = 0;
const answers: Record<string, (ask: { body?: never; params?: never } | undefined) => unknown> = {
  "/auth/users": () => [
    user(1),
    user(2, { role: "super_admin", role_id: 3, customer_id: 9 }),
    user(3, { role: "super_admin", role_id: 3, customer_id: 9, locked: true }),
  ],
  "/auth/user/seats": () => [
    { customer_id: 1, name: "Helios", total: 1, max: 2, is_provider: false },
    { customer_id: 9, name: "Provider", total: 2, max: 20, is_provider: true },
  ],
  "/auth/user/roles": () => [
    { id: 1, key: "customer_user" },
    { id: 2, key: "admin" },
    { id: 3, key: "super_admin" },
  ],
  "/auth/user/me": () => ({ id: 2 }),
  "/auth/user": () => ({ confirmation_key: "key-of-4", user: user(4, { state: "PENDING" }) }),
  "/auth/user/{id}/resend-invitation": () => ({ confirmation_key: "another" }),
  "/auth/user/{id}/un-lock": () => user(1, { locked: true }),
  "/auth/user/{id}/delete": () => ({ done: true }),
  "/auth/user/{id}/assign-plants": (ask) => user(1, ask!.body),
  "/auth/user/{id}/change-role": () => user(1, { role_id: 2, role: "admin" }),
  "/auth/user/{id}/change-user-names": () => ({ done: true }),
  "/auth/user/security-code": () => ({ auth_method }),
};
vi.mock("../../client/call.ts", () => ({
  async call(endpoint: { path: string }, ask?: { body?: never; params?: never }) {
    asked.push([endpoint.path, ask]);
    if (endpoint.path === refused) {
      throw Object.assign(new Error("no"), { code: "CONFLICT", problems: [] });
    }
    return answers[endpoint.path]?.(ask);
  },
}));
vi.stubGlobal("location", { origin: "https://product.example" });

const state = await import("./user.ts");
const { viewerAtom } = await import("../account/ask.ts");
let store = signedInStore();
beforeEach(async () => {
  asked.splice(0);
  refused = null;
  store = signedInStore(
    ["READ_AVAILABLE_ROLE", "READ_USER", "READ_CUSTOMER"],
    [state.userRecords.listAtom, state.otherRolesAtom, viewerAtom],
  );
  await settle();
});
const ids = () => {
  const list = store.get(state.userRecords.listAtom);
  return list.state === "ready" ? list.value.map(({ id }) => id) : null;
};

const first = () => {
  const list = store.get(state.userRecords.listAtom);
  return list.state === "ready" ? list.value[0] : null;
};

describe("a user", () => {
  it("has name and initials, or the e-mail address where there is no name", () => {
    expect([state.userName(user(1)), state.initialsOf(user(1))]).toEqual(["Ada Diaz", "AD"]);
    const nameless = user(1, { first_name: "", last_name: "" });
    expect([state.userName(nameless), state.initialsOf(nameless)]).toEqual([
      "ada@example.com",
      "A",
    ]);
    expect(state.initialsOf(user(1, { first_name: "öz", last_name: "𝒜" }))).toBe("Ö𝒜");
    expect(state.initialsOf(user(1, { first_name: " Ada", last_name: " " }))).toBe("A");
    expect(state.initialsOf({ ...nameless, email: "" })).toBe("?");
  });

  it("is locked first, then pending, then registered; and found by state, role and customer", () => {
    expect(state.statusOf(user(1, { state: "PENDING", locked: true }))).toBe("locked");
    expect(state.statusOf(user(1, { state: "PENDING" }))).toBe("pending");
    const passes = (filter: Partial<typeof state.noUserFilter>) =>
      state.passesFilter({ ...state.noUserFilter, ...filter }, user(1));
    expect(passes({})).toBe(true);
    expect(passes({ status: "registered", role: "customer_user", customer_id: 1 })).toBe(true);
    expect(passes({ status: "locked" })).toBe(false);
    expect(passes({ role: "admin" })).toBe(false);
    expect(passes({ customer_id: 2 })).toBe(false);
  });

  it("may get other roles only, and the provider's only among the provider's", () => {
    const others = (one: User) =>
      store
        .get(state.otherRolesAtom)(one)
        .map(({ key }) => key);
    expect(others(user(1))).toEqual([]);
    expect(others(user(2, { customer_id: 9, role_id: 3 }))).toEqual(["customer_user", "admin"]);
    // Of a customer that is not known, nothing is assumed.
    expect(others(user(5, { customer_id: 77, role_id: 2 }))).toEqual(["customer_user"]);
  });
});

describe("the list", () => {
  it("knows who acts and how many super admins could sign in", () => {
    expect(store.get(viewerAtom)).toMatchObject({ account_id: 2 });
    expect(store.get(state.superAdminCountAtom)).toBe(1);
  });

  it("gets the invited user, with the link to register", async () => {
    const form = {
      email: "x@example.com",
      first_name: "A",
      last_name: "B",
      role_id: 1,
      customer_id: 1,
      plant_ids: null,
      locale: "en",
    } as const;
    expect(store.get(state.registerLinkAtom)).toBeNull();
    await store.set(state.inviteUser, form);
    expect(asked).toContainEqual(["/auth/user", { body: form }]);
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect(store.get(state.registerLinkAtom)).toEqual({
      user_id: 4,
      url: "https://product.example/register/key-of-4",
    });
    await store.set(state.resendInvitation, 4);
    expect(asked.at(-1)).toEqual(["/auth/user/{id}/resend-invitation", { params: { id: 4 } }]);
    expect(store.get(state.registerLinkAtom)?.url).toMatch(/another$/);
    // A seat more is taken.
    expect(asked.filter(([path]) => path === "/auth/user/seats")).toHaveLength(2);
  });

  it("stores a locked user, and restores a user whom the server does not delete", async () => {
    await store.set(state.lockUser, 1, true);
    expect(asked.at(-1)).toEqual([
      "/auth/user/{id}/un-lock",
      { params: { id: 1 }, body: { lock: true } },
    ]);
    const list = store.get(state.userRecords.listAtom);
    expect(list.state === "ready" && list.value[0]?.locked).toBe(true);
    refused = "/auth/user/{id}/delete";
    await expect(store.set(state.removeUser, 2)).rejects.toThrow();
    expect(ids()).toEqual([1, 2, 3]);
    refused = null;
    await store.set(state.removeUser, 2);
    expect(ids()).toEqual([1, 3]);
    expect(asked).toContainEqual(["/auth/user/{id}/delete", { params: { id: 2 } }]);
    // A seat is free again, and nothing else is fetched for it.
    const count = (path: string) => asked.filter(([one]) => one === path).length;
    expect([count("/auth/user/seats"), count("/auth/users")]).toEqual([2, 1]);
  });

  it.each([[[7, 8]], [[]], [null]])("stores the plants assigned to a user: %j", async (plants) => {
    await store.set(state.assignPlants, 1, plants);
    const ask = { params: { id: 1 }, body: { plant_ids: plants } };
    expect(asked.at(-1)).toEqual(["/auth/user/{id}/assign-plants", ask]);
    expect(first()?.plant_ids).toEqual(plants);
  });

  it("stores the new names of a user, and of no other", async () => {
    await store.set(state.renameUser, user(1), { first_name: "Eva", last_name: "Ruiz" });
    expect(asked.at(-1)).toEqual([
      "/auth/user/{id}/change-user-names",
      { params: { id: 1 }, body: { first_name: "Eva", last_name: "Ruiz" } },
    ]);
    expect(first()).toEqual(user(1, { first_name: "Eva", last_name: "Ruiz" }));
    expect(ids()).toEqual([1, 2, 3]);
  });

  it("stores the new role of a user, confirmed by a code", async () => {
    await store.set(state.changeRole, 1, 2, "123456");
    expect(asked.at(-1)).toEqual([
      "/auth/user/{id}/change-role",
      { params: { id: 1 }, body: { role_id: 2, security_code: "123456" } },
    ]);
    expect(first()).toMatchObject({ role_id: 2, role: "admin" });
  });
});

describe("a code to confirm with", () => {
  it.each([
    [0, "mail"],
    [1, "app"],
  ] as const)("comes by the user's own way: %s is %s", async (method, way) => {
    auth_method = method;
    expect(await store.set(state.requestSecurityCode)).toBe(way);
  });
});

describe("before the server has answered", () => {
  it("there are no roles to give and no super admins to count", () => {
    store = signedInStore(
      ["READ_AVAILABLE_ROLE", "READ_USER"],
      [state.userRecords.listAtom, state.otherRolesAtom],
    );
    expect(store.get(state.roleOptionsAtom)).toEqual([]);
    expect(store.get(state.otherRolesAtom)(user(1))).toEqual([]);
    expect(store.get(state.superAdminCountAtom)).toBe(0);
  });

  it("roles are not asked for by users who may not give any", async () => {
    store = signedInStore(["READ_USER"], [state.roleOptionsAtom]);
    asked.splice(0);
    await settle();
    expect(asked.filter(([path]) => path === "/auth/user/roles")).toEqual([]);
    expect(store.get(state.roleOptionsAtom)).toEqual([]);
  });
});
