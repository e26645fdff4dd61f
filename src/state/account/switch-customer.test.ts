// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { call } from "../../client/call.ts";
import { keepSession, session } from "../../client/session.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import { valueOf } from "../shell/loaded.ts";
import { queryOf, type ServerQuery } from "../shell/query.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import {
  actingForAtom,
  isAdminHiddenAtom,
  onSwitch,
  reloadSwitchChoices,
  switchChoicesAtom,
  switchCustomer,
} from "./switch-customer.ts";

vi.mock(import("../../client/call.ts"), async (original) => ({
  ...(await original()),
  call: vi.fn(),
}));

const signals: AbortSignal[] = [];
const ask = vi.fn<ServerQuery<readonly number[]>["ask"]>(async ({ signal }) => {
  signals.push(signal!);
  return new Promise(() => undefined);
});
const listAtom = queryOf((): ServerQuery<readonly number[]> => ({ key: ["numbers"], ask }));

afterEach(() => {
  signals.splice(0);
  vi.clearAllMocks();
});

describe("switching the customer", () => {
  it("ends the reads under way before it asks, because their token ends", async () => {
    const store = signedInStore([], [listAtom]);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    const next = { ...session()!, token: "next" };
    vi.mocked(call).mockImplementation(async () => {
      expect(signals[0]?.aborted).toBe(true);
      return next as never;
    });
    const form = { customer_id: 7, show_all_key_figures: false };
    await store.set(switchCustomer, form);
    expect(vi.mocked(call).mock.calls.map(([, ask]) => ask)).toEqual([{ body: form }]);
    expect(session()?.token).toBe("next");
  });

  it("reads again what it ended where the switch is refused", async () => {
    const store = signedInStore([], [listAtom]);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    vi.mocked(call).mockRejectedValue(new Error("refused"));
    await expect(store.set(switchCustomer, { show_all_key_figures: false })).rejects.toThrow();
    await vi.waitFor(() => expect(signals).toHaveLength(2));
  });
});

describe("the choices", () => {
  it("are fetched, and again on request", async () => {
    const choices = (customer_id: number | null) => ({ customers: [], customer_id }) as never;
    vi.mocked(call).mockResolvedValueOnce(choices(null));
    const store = signedInStore([], [switchChoicesAtom]);
    const chosen = () => valueOf(store.get(switchChoicesAtom))?.customer_id;
    await vi.waitFor(() => expect(chosen()).toBeNull());
    vi.mocked(call).mockResolvedValueOnce(choices(7));
    await reloadSwitchChoices();
    expect(chosen()).toBe(7);
    expect(vi.mocked(call).mock.calls.map(([{ path }]) => path)).toEqual([
      "/auth/user/switch-customer",
      "/auth/user/switch-customer",
    ]);
  });
});

describe("the customer acted for", () => {
  const helios = { id: 7, name: "Helios", white_labeling_version: null };
  const actingFor = (more: Partial<SessionAnswer>) =>
    signedInStore([], [], more).get(actingForAtom);

  it("is shown to staff", () => {
    expect(actingFor({ is_admin: true, customer: helios })).toEqual(helios);
    expect(actingFor({ is_admin: true, customer: null })).toBeNull();
  });

  it("is none for the users of a customer, and after the sign-out", () => {
    expect(actingFor({ is_admin: false, customer: helios })).toBeNull();
    const store = signedInStore();
    keepSession(null);
    expect([store.get(actingForAtom), store.get(isAdminHiddenAtom)]).toEqual([null, false]);
  });

  it("does not change while a super admin hides the role, which is known", () => {
    expect(signedInStore([], [], { hidden_admin: true }).get(isAdminHiddenAtom)).toBe(true);
    expect(signedInStore([], [], { hidden_admin: false }).get(isAdminHiddenAtom)).toBe(false);
  });
});

describe("a listener for switches", () => {
  const as = (token: string) => ({ token, permissions: [] }) as unknown as SessionAnswer;

  it("reports a replaced session, and no other change", () => {
    keepSession(as("one"));
    const heard: string[] = [];
    const stop = onSwitch(({ token }) => heard.push(token));
    keepSession({ ...as("one"), permissions: ["READ_USER"] });
    expect(heard).toEqual([]);
    keepSession(as("two"));
    expect(heard).toEqual(["two"]);
    keepSession(null);
    keepSession(as("three"));
    expect(heard).toEqual(["two"]);
    keepSession(as("four"));
    expect(heard).toEqual(["two", "four"]);
    stop();
    keepSession(as("five"));
    expect(heard).toEqual(["two", "four"]);
  });
});
