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
  ...changes,
});
const asked: [path: string, ask: unknown][] = [];
let refused: string | null = null;
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

describe("a user", () => {
  it("has name and initials, or the e-mail address where there is no name", () => {
    expect([state.userName(user(1)), state.initialsOf(user(1))]).toEqual(["Ada Diaz", "AD"]);
    const nameless = user(1, { first_name: "", last_name: "" });
    expect([state.userName(nameless), state.initialsOf(nameless)]).toEqual([
      "ada@example.com",
      "A",
    ]);
    expect(state.initialsOf(user(1, { first_name: "öz", last_name: "𝒜" }))).toBe("Ö𝒜");
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
    const form = { email: "x@example.com", first_name: "A", last_name: "B", role_id: 1 };
    await store.set(state.inviteUser, {
      ...form,
      customer_id: 1,
      plant_ids: null,
      locale: "en",
    });
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect(store.get(state.registerLinkAtom)).toEqual({
      user_id: 4,
      url: "https://product.example/register/key-of-4",
    });
    await store.set(state.resendInvitation, 4);
    expect(store.get(state.registerLinkAtom)?.url).toMatch(/another$/);
    // A seat more is taken.
    expect(asked.filter(([path]) => path === "/auth/user/seats")).toHaveLength(2);
  });

  it("stores a locked user, and restores a user whom the server does not delete", async () => {
    await store.set(state.lockUser, 1, true);
    const list = store.get(state.userRecords.listAtom);
    expect(list.state === "ready" && list.value[0]?.locked).toBe(true);
    refused = "/auth/user/{id}/delete";
    await expect(store.set(state.removeUser, 2)).rejects.toThrow();
    expect(ids()).toEqual([1, 2, 3]);
    refused = null;
    await store.set(state.removeUser, 2);
    expect(ids()).toEqual([1, 3]);
  });
});
